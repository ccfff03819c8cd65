// The compiled module fivecard._core. Only this folder knows Python. Everything is checked here before the rest, which
// trusts its input, sees it; what is wrong is said in fivecard's own errors.
#include "bindings/common.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/jobs/ended.hpp"
#include "src/jobs/started.hpp"
#include "src/letters.hpp"
#include "src/showdown.hpp"

namespace {

using fivecard::kernels::Kernels;

std::atomic<const Kernels*> kernels_in_use = nullptr;

void use_kernel(std::string_view name) {
    const Kernels* found = fivecard::kernels::find(name);
    if (!found) {
        std::string names;
        for (const Kernels* kernels : fivecard::kernels::all()) names += (names.empty() ? "" : ", ") + std::string(kernels->name);
        refuse("UnknownNameError", fivecard::in_quotes(name) + " is not a kernel of this machine: it has " + names);
    }
    kernels_in_use = found;
}

}  // namespace

fivecard::Game checked_game(const std::vector<std::string>& rankings, int players, int hole, int board, int from_hole) {
    auto game = fivecard::Game::find(rankings, players, hole, board, from_hole);
    if (!game)
        refuse("ArgumentError", "there is no game for " + std::to_string(players) + " players with " + std::to_string(hole) +
                                " cards each and " + std::to_string(board) + " on the board, ranked like this");
    return *std::move(game);
}

const Kernels& chosen_kernels() {
    if (!kernels_in_use) {
        const char* wanted = std::getenv("FIVECARD_KERNEL");
        use_kernel(wanted ? wanted : "");
    }
    return *kernels_in_use;
}

void take_interpreter(PyThreadState* thread) {
    fivecard::jobs::never_ended([&] { PyEval_RestoreThread(thread); });
}

nb::object numpy_array(nb::handle buffer) {
    static std::atomic<PyObject*> made_by = nullptr;  // numpy.asarray, from the first array on
    PyObject* array = nullptr;
    fivecard::jobs::never_ended([&] {
        PyObject* asarray = made_by;
        if (!asarray) {
            PyObject* const numpy = PyImport_ImportModule("numpy");
            if (!numpy) return;
            made_by = asarray = PyObject_GetAttrString(numpy, "asarray");
            Py_DECREF(numpy);
        }
        if (asarray) array = PyObject_CallFunctionObjArgs(asarray, buffer.ptr(), nullptr);
    });
    if (!array) throw nb::python_error();
    return nb::steal(array);
}

void refuse(const fivecard::TooLarge& large) {
    const auto gigabytes = [](std::uint64_t bytes) {
        char text[32];
        std::snprintf(text, sizeof text, "%.*f GB", bytes < 10'000'000'000 ? 2 : 0, static_cast<double>(bytes) / 1e9);
        return std::string(text);
    };
    refuse("MemoryLimitError", "this would take about " + gigabytes(large.bytes) + " of memory, and " + gigabytes(large.allowed) +
                                   " are allowed: " + large.instead + ", or allow more by FIVECARD_MEMORY");
}

namespace {

// The bytes of any object that has some.
class Bytes {
public:
    explicit Bytes(nb::handle object) {
        if (PyObject_GetBuffer(object.ptr(), &buffer_, PyBUF_SIMPLE) != 0) throw nb::python_error();
    }
    ~Bytes() { PyBuffer_Release(&buffer_); }
    Bytes(const Bytes&) = delete;
    Bytes& operator=(const Bytes&) = delete;

    std::string_view view() const { return {static_cast<const char*>(buffer_.buf), static_cast<std::size_t>(buffer_.len)}; }

private:
    Py_buffer buffer_;
};

// Showdowns of one kind, settled text by text; each text by a thread of the pool, so that reading and writing go on meanwhile.
class Showdowns {
    static constexpr std::size_t most_cells = 64;

public:
    // A text that is being settled.
    class Task {
    public:
        Task(const Showdowns& showdowns, nb::handle text, std::size_t first_line) : bytes_(std::make_unique<Bytes>(text)) {
            settlement_.emplace([&showdowns, view = bytes_->view(), first_line, &kernels = chosen_kernels()] {
                return showdowns.settle(view, first_line, kernels);
            });
        }

        Task(const Showdowns& showdowns, const std::vector<std::pair<nb::object, nb::object>>& columns, std::size_t first_line) {
            std::vector<fivecard::TextColumn> texts;
            for (const auto& [offsets, data] : columns) {
                held_.push_back(std::make_unique<Bytes>(offsets));
                held_.push_back(std::make_unique<Bytes>(data));
                texts.push_back({held_.end()[-2]->view(), held_.back()->view()});
                if (texts.back().rows() != texts[0].rows()) refuse("ArgumentError", "the columns have different numbers of rows");
                if (texts.back().offsets.size() < sizeof(std::int64_t)) refuse("ArgumentError", "a column has one offset more than rows");
            }
            if (texts.empty() || texts.size() > most_cells)
                refuse("ArgumentError", "the cells of a deal are 1 to " + std::to_string(most_cells));
            showdowns.check_own_cells(texts.size());
            settlement_.emplace([&showdowns, texts = std::move(texts), first_line, &kernels = chosen_kernels()] {
                return showdowns.settle(fivecard::read_columns(texts, showdowns.own_cells_), first_line, kernels);
            });
        }

        // (text or numbers, lines, wins of each player, ties, invalid lines, problem with the line after them).
        nb::tuple result() {
            if (!settlement_) refuse("ArgumentError", "the result has been taken already");
            // Taken before the interpreter goes on, under the lock of this object: another thread may ask for it too.
            const auto bytes_held = std::move(bytes_);
            const auto columns_held = std::move(held_);
            auto settlement = std::move(*settlement_);
            settlement_.reset();
            fivecard::Settlement found;
            released([&] { found = settlement.get(); });
            nb::list wins;
            for (const std::size_t count : found.wins) wins.append(count);
            nb::object problem = nb::none();
            if (found.problem) problem = error_of(*found.problem);
            struct Held {
                char* bytes;
                std::size_t capacity;
            };
            const std::size_t size = found.output.size();
            auto held = std::make_unique<Held>(Held{nullptr, found.output.capacity()});
            held->bytes = found.output.release();
            char* bytes = held->bytes;
            const nb::capsule owner(held.release(), [](void* p) noexcept {
                const std::unique_ptr<Held> back(static_cast<Held*>(p));
                fivecard::Output::give_back(back->bytes, back->capacity);
            });
            const nb::ndarray<nb::memview, std::uint8_t> piece(bytes, {size}, owner);
            return nb::make_tuple(piece, found.lines, wins, found.ties, found.invalid, problem);
        }

    private:
        std::unique_ptr<Bytes> bytes_;  // held as long as a thread reads them: what was started, which waits, goes first
        std::vector<std::unique_ptr<Bytes>> held_;
        std::optional<fivecard::jobs::Started<fivecard::Settlement>> settlement_;
    };

    using Words = std::vector<std::vector<std::string>>;

    Showdowns(const std::vector<std::string>& rankings, int players, int hole, int board, int from_hole, bool keep_bad_lines,
              std::optional<Words> words, const std::string& form, const std::vector<std::string>& names,
              std::optional<std::vector<int>> csv_slots, std::optional<std::vector<std::string>> json_keys,
              const std::vector<std::pair<std::string, std::size_t>>& own_cells)
        : game_(checked_game(rankings, players, hole, board, from_hole)), words_(std::move(words)), csv_slots_(std::move(csv_slots)),
          json_keys_(std::move(json_keys)) {
        if (words_ && !fivecard::describes(*words_, game_))
            refuse("ArgumentError", "expected a description of no hand and of each strength, for every ranking");
        for (const auto& [name, cards] : own_cells) own_cells_.push_back({name, cards});
        check_cells();
        options_.keep_bad_lines = keep_bad_lines;
        if (form == "text" && words_) options_.words = *words_;
        else if (form == "strengths") options_.give_strengths = true;
        else if (form == "csv" || form == "json" || form == "columns") prepare_records(form, names);
        else if (form != "text") refuse("ArgumentError", fivecard::in_quotes(form) + " is none of text, strengths, columns, csv and json");
    }
    Showdowns(const Showdowns&) = delete;
    Showdowns& operator=(const Showdowns&) = delete;

    // The words that stand for the numbers in columns: of categories, for each ranking, and of shares of the pot.
    std::vector<std::vector<std::string>> categories() const {
        std::vector<std::vector<std::string>> texts;
        if (columns_)
            for (const auto& categories : columns_->categories()) texts.push_back(categories.texts());
        return texts;
    }
    std::vector<std::string> shares() const {
        return columns_ && columns_->shares() ? columns_->shares()->texts() : std::vector<std::string>();
    }

private:
    void check_cells() const {
        if (csv_slots_ && json_keys_) refuse("ArgumentError", "a text is csv or JSON, not both");
        if (json_keys_ && (json_keys_->empty() || json_keys_->size() > most_cells))
            refuse("ArgumentError", "the cells of a deal are 1 to " + std::to_string(most_cells));
        if (json_keys_) check_own_cells(json_keys_->size());
        if (!csv_slots_) return;
        std::vector<int> used;
        for (const int slot : *csv_slots_)
            if (slot >= 0) used.push_back(slot);
        std::sort(used.begin(), used.end());
        bool right = !used.empty() && used.size() <= most_cells;
        for (std::size_t i = 0; right && i < used.size(); ++i) right = used[i] == static_cast<int>(i);
        if (!right) refuse("ArgumentError", "the cells of a deal are counted from 0, each once, up to " + std::to_string(most_cells));
        check_own_cells(used.size());
    }

    void check_own_cells(std::size_t cells) const {
        if (!own_cells_.empty() && own_cells_.size() != cells)
            refuse("ArgumentError", "expected the cards of none or of all " + std::to_string(cells) + " cells, not of " + std::to_string(own_cells_.size()));
    }

    void prepare_records(const std::string& form, const std::vector<std::string>& names) {
        using fivecard::Records;
        if (game_.parts.size() > 1 && game_.players > fivecard::most_sharing_halves)
            refuse("ArgumentError", "records of high and low are for up to " + std::to_string(fivecard::most_sharing_halves) + " players");
        if (!words_ || !Records::can_have(names, *words_, game_.players))
            refuse("ArgumentError", "expected a short name of each column, and the category of each strength, for every ranking");
        if (form == "columns") options_.columns = &columns_.emplace(game_.players, *words_);
        else
            options_.records =
                &records_.emplace(form == "csv" ? Records::Style::csv : Records::Style::json, game_.players, names, *words_);
    }

    // Settles the lines of a text, or the rows of a table.
    fivecard::Settlement settle(std::string_view text, std::size_t first_line, const fivecard::kernels::Kernels& kernels) const {
        fivecard::SettleOptions options = options_;
        options.first_line = first_line;
        if (!csv_slots_ && !json_keys_) return fivecard::settle(text, game_, options, kernels);
        fivecard::Output own;  // a copy that nobody changes: see kernels/snapshot.hpp
        own += text;
        return settle(csv_slots_ ? fivecard::read_csv(own.view(), *csv_slots_, own_cells_)
                                 : fivecard::read_json(own.view(), *json_keys_, own_cells_),
                      first_line, kernels);
    }

    fivecard::Settlement settle(const fivecard::DealLines& deals, std::size_t first_line, const fivecard::kernels::Kernels& kernels) const {
        fivecard::SettleOptions options = options_;
        options.first_line = first_line;
        options.bad = deals.bad;
        options.position = "character";
        return fivecard::settle(deals.text.view(), game_, options, kernels);
    }

    fivecard::Game game_;
    std::optional<Words> words_;
    std::optional<std::vector<int>> csv_slots_;
    std::optional<std::vector<std::string>> json_keys_;
    std::vector<fivecard::OwnCell> own_cells_;
    std::optional<fivecard::Records> records_;
    std::optional<fivecard::Columns> columns_;
    fivecard::SettleOptions options_;
};

}  // namespace

NB_MODULE(_core_of_main_interpreter, m) {
    m.doc() = "The native core of fivecard.";
#ifndef __SANITIZE_ADDRESS__
    // What a thread still holds when Python ends is no leak. The tests under the sanitizers go on looking for real ones.
    nb::set_leak_warnings(false);
#endif
    m.def("kernel", [] { return chosen_kernels().name; }, "The name of the kernels in use.");
    m.def("use_kernel", &use_kernel, "name"_a, "Use the kernels with this name; the fastest if it is empty.");
    m.def("tell_result", [](const std::vector<std::vector<fivecard::Strength>>& strengths, const std::vector<std::vector<std::string>>& words) {
        if (!fivecard::can_be_told(strengths, words))
            refuse("ArgumentError", "expected strengths and words for each of two players or more, once, or for high and low");
        return fivecard::tell_result(strengths, words);
    }, "strengths"_a, "words"_a, "Who wins a showdown and why, in the words that files get.");
    if (!is_there<Showdowns>(m, "Showdowns")) nb::class_<Showdowns>(m, "Showdowns", "Who wins on every line of a text.")
        .def(nb::init<const std::vector<std::string>&, int, int, int, int, bool, std::optional<Showdowns::Words>, const std::string&,
                      const std::vector<std::string>&, std::optional<std::vector<int>>, std::optional<std::vector<std::string>>,
                      const std::vector<std::pair<std::string, std::size_t>>&>(),
             "rankings"_a, "players"_a, "hole"_a, "board"_a, "from_hole"_a, "keep_bad_lines"_a, nb::arg("words").none(), "form"_a,
             "names"_a = std::vector<std::string>(), nb::arg("csv_slots").none() = nb::none(),
             nb::arg("json_keys").none() = nb::none(), "own_cells"_a = std::vector<std::pair<std::string, std::size_t>>())
        .def("settle", [](const Showdowns& self, nb::handle text, std::size_t first_line) { return Showdowns::Task(self, text, first_line); },
             "text"_a, "first_line"_a = 1, nb::keep_alive<0, 1>(),
             "Begin to settle a text, which must stay as it is until the result is there.")
        .def("settle_columns", [](const Showdowns& self, const std::vector<std::pair<nb::object, nb::object>>& columns, std::size_t first_line) {
            return Showdowns::Task(self, columns, first_line);
        }, "columns"_a, "first_line"_a = 1, nb::keep_alive<0, 1>(), "The same for columns of texts: their offsets, and their data.")
        .def("categories", &Showdowns::categories)
        .def("shares", &Showdowns::shares);
    m.def("whole_rows", [](nb::handle text, bool quoted) {
        const Bytes bytes(text);
        const fivecard::WholeRows rows = fivecard::whole_rows(bytes.view(), quoted);
        return nb::make_tuple(rows.count, rows.end, rows.first_end);
    }, "text"_a, "quoted"_a, "How many rows end in a text, and where the last and the first of them do; csv may quote ends of lines.");
    if (!is_there<Showdowns::Task>(m, "Task"))
        nb::class_<Showdowns::Task>(m, "Task", "A text that is being settled.").def("result", &Showdowns::Task::result, nb::lock_self());
    add_hand(m);
    add_arrays(m);
    add_columns(m);
    add_odds(m);
    add_holds(m);
    add_rounds(m);
    add_announced(m);
    add_betting(m);
    add_betting_deals(m);
    add_engine(m);
    add_equity(m);
    add_pictures(m);
    add_postflop(m);
    add_tables(m);
}

// Classes and cards are known to a process, not to an interpreter: a second one in the same process is told so before
// nanobind makes what it knows its own. (From Python 3.12 on the import system itself refuses.)
extern "C" NB_EXPORT PyObject* PyInit__core() {
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {
        PyErr_SetString(PyExc_ImportError, "fivecard works in the main interpreter of a process only, not in a subinterpreter");
        return nullptr;
    }
    return PyInit__core_of_main_interpreter();
}
