// Columns of hands from whatever Python has: Arrow's capsules, lists of texts, blocks of text, arrays of characters.
#include "bindings/common.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <charconv>
#include <cmath>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "src/columns/columns.hpp"
#include "src/columns/texts.hpp"

namespace {

using fivecard::CardId;
using fivecard::CardSet;
using namespace fivecard::columns;

Wanted checked_wanted(int fewest, int most, const std::string& noun) {
    if (fewest < 1 || most < fewest || most > fivecard::card_count)
        refuse("ArgumentError", "rows have 1 to 52 cards, not " + std::to_string(fewest) + " to " + std::to_string(most));
    return {fewest, most, noun};
}

// An array over memory that `owner` keeps, or over memory of its own.
template <typename Number>
nb::object array_over(std::unique_ptr<Number[]>& made, const void* borrowed, const std::shared_ptr<Chunks>& owner, std::initializer_list<std::size_t> shape) {
    if (!borrowed) {
        if (!made) made = std::make_unique<Number[]>(0);
        return hand_over(std::move(made), shape);
    }
    auto kept = std::make_unique<std::shared_ptr<Chunks>>(owner);
    const nb::capsule keeper(kept.get(), [](void* p) noexcept { delete static_cast<std::shared_ptr<Chunks>*>(p); });
    kept.release();
    return Array<const Number>(static_cast<const Number*>(borrowed), shape, keeper);
}

// (rows or sets, which are missing, which are bad, what kind of error the first bad one is, its message and its row).
nb::tuple give(ReadRows reading, const std::shared_ptr<Chunks>& owner = nullptr) {
    const auto flags = [&](std::unique_ptr<bool[]>& rows) { return rows ? nb::object(hand_over(std::move(rows), {reading.rows})) : nb::none(); };
    nb::object problem = nb::none();
    if (reading.bad) {
        const std::string& message = reading.problem.message;
        problem = nb::make_tuple(reading.problem.is_card ? "CardError" : "HandError",
                                 nb::steal(PyUnicode_DecodeUTF8(message.data(), static_cast<Py_ssize_t>(message.size()), "backslashreplace")),
                                 reading.first_bad);
    }
    const nb::object missing = flags(reading.missing), bad = flags(reading.bad);
    const nb::object cards = reading.are_sets ? array_over<CardSet>(reading.sets, reading.borrowed, owner, {reading.rows})
                                              : array_over<CardId>(reading.cards, reading.borrowed, owner, {reading.rows, reading.width});
    return nb::make_tuple(cards, missing, bad, problem);
}

// The struct that a capsule holds, moved out of it.
template <typename Struct>
Owned<Struct> taken_from(nb::handle capsule, const char* name) {
    if (!PyCapsule_IsValid(capsule.ptr(), name)) refuse("ArgumentError", "expected a capsule with an " + std::string(name));
    auto* held = static_cast<Struct*>(PyCapsule_GetPointer(capsule.ptr(), name));
    if (!held->release) refuse("ArgumentError", "the " + std::string(name) + " has been taken already");
    return Owned<Struct>(*held);
}

std::shared_ptr<Chunks> chunk_of(nb::handle schema, nb::handle array) {
    if (!PyCapsule_IsValid(array.ptr(), "arrow_array")) refuse("ArgumentError", "expected a capsule with an arrow_array");
    auto chunks = std::make_shared<Chunks>();
    chunks->schema = taken_from<ArrowSchema>(schema, "arrow_schema");
    chunks->arrays.push_back(taken_from<ArrowArray>(array, "arrow_array"));
    return chunks;
}

// What a producer says may be of any length.
std::string shortened(const std::string& text) {
    constexpr std::size_t most = 300;
    if (text.size() <= most) return text;
    std::size_t end = most;
    while (end > 0 && (text[end] & 0xc0) == 0x80) --end;  // no half of a character
    return text.substr(0, end) + "...";
}

// A stream may need the interpreter for what it gives, and takes it then.
std::shared_ptr<Chunks> chunks_of(nb::handle capsule) {
    auto stream = taken_from<ArrowArrayStream>(capsule, "arrow_array_stream");
    std::shared_ptr<Chunks> chunks;
    std::string problem;
    released([&] {
        try {
            chunks = std::make_shared<Chunks>(read_stream(*stream));
        } catch (const StreamError& error) {
            problem = error.what();
        }
    });
    if (chunks) return chunks;
    // What a producer in Python raised is known by its text alone. To stop is nothing that is wrong with the stream.
    if (problem.starts_with("KeyboardInterrupt")) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
        throw nb::python_error();
    }
    // How a program is ended by a handler of its own, say of SIGTERM, is nothing that is wrong with the stream either.
    if (problem.starts_with("SystemExit")) {
        int status = 1;
        if (const std::size_t said = std::string_view("SystemExit: ").size(); problem.size() > said)
            std::from_chars(problem.data() + said, problem.data() + problem.size(), status);
        else status = 0;
        PyErr_SetObject(PyExc_SystemExit, nb::int_(status).ptr());
        throw nb::python_error();
    }
    refuse("FormatError", "the stream of Arrow data ended with an error: " + shortened(problem));
}

nb::tuple hands_in(const std::shared_ptr<Chunks>& chunks, const Wanted& wanted, int threads) {
    ReadRows reading;
    released([&] { reading = read_hands(*chunks, wanted, chosen_kernels().lines, threads); });
    return give(std::move(reading), chunks);
}

nb::tuple read_arrow_array(nb::handle schema, nb::handle array, int fewest, int most, const std::string& noun, int threads) {
    const Wanted wanted = checked_wanted(fewest, most, noun);
    checked_threads(threads);
    return hands_in(chunk_of(schema, array), wanted, threads);
}

nb::tuple read_arrow_stream(nb::handle stream, int fewest, int most, const std::string& noun, int threads) {
    const Wanted wanted = checked_wanted(fewest, most, noun);
    checked_threads(threads);
    return hands_in(chunks_of(stream), wanted, threads);
}

nb::tuple numbers_in(const std::shared_ptr<Chunks>& chunks) {
    NumberRows read{};
    released([&] { read = read_numbers(*chunks); });
    const nb::object missing = read.missing ? nb::object(hand_over(std::move(read.missing), {read.rows, read.width})) : nb::none();
    return nb::make_tuple(hand_over(std::move(read.numbers), {read.rows, read.width}), missing);
}

ReadRows read_texts_of(std::unique_ptr<RowSource> source, const Wanted& wanted, int threads) {
    std::vector<std::unique_ptr<RowSource>> sources;
    sources.push_back(std::move(source));
    return fivecard::columns::read_rows(sources, wanted, threads);
}

// A text of Python's, as it stands there; one without an address where there is none; nothing for what is no text.
std::optional<std::string_view> text_of(PyObject* object) {
    if (PyUnicode_Check(object)) {
        Py_ssize_t size = 0;
        if (const char* text = PyUnicode_AsUTF8AndSize(object, &size)) return std::string_view(text, static_cast<std::size_t>(size));
        PyErr_Clear();
        return "\xef\xbf\xbd";  // half a character, say: something that is no card
    }
    if (object == Py_None) return std::string_view();
    if (PyBytes_Check(object)) {
        char* text = nullptr;
        Py_ssize_t size = 0;
        if (PyBytes_AsStringAndSize(object, &text, &size) != 0) throw nb::python_error();
        return std::string_view(text, static_cast<std::size_t>(size));
    }
    if (PyFloat_Check(object) && std::isnan(PyFloat_AsDouble(object))) return std::string_view();
    return std::nullopt;
}

// None where one of the objects is neither a text nor missing. The tuple, which nobody can change, keeps the texts while they are
// read without the interpreter.
nb::object read_texts(const nb::tuple& texts, int fewest, int most, const std::string& noun, int threads) {
    const Wanted wanted = checked_wanted(fewest, most, noun);
    checked_threads(threads);
    const auto rows = static_cast<Py_ssize_t>(texts.size());
    std::vector<std::string_view> found(texts.size());
    constexpr Py_ssize_t ahead = 16;  // objects stand anywhere in memory
    for (Py_ssize_t row = 0; row < rows; ++row) {
        if (row + ahead < rows) fivecard::prefetch(PyTuple_GetItem(texts.ptr(), row + ahead));
        const auto text = text_of(PyTuple_GetItem(texts.ptr(), row));
        if (!text) return nb::none();
        found[static_cast<std::size_t>(row)] = *text;
    }
    ReadRows reading;
    released([&] { reading = read_texts_of(std::make_unique<TextList>(std::move(found)), wanted, threads); });
    return give(std::move(reading));
}

nb::tuple read_lines(const nb::bytes& text, int fewest, int most, const std::string& noun, int threads) {
    const Wanted wanted = checked_wanted(fewest, most, noun);
    checked_threads(threads);
    const std::string_view view(text.c_str(), text.size());
    ReadRows reading;
    released([&] { reading = read_texts_of(std::make_unique<TextList>(lines_of(view)), wanted, threads); });
    return give(std::move(reading));
}

nb::tuple read_fixed_texts(const Input<std::uint8_t, 2>& texts, int fewest, int most, const std::string& noun, int threads) {
    const Wanted wanted = checked_wanted(fewest, most, noun);
    checked_threads(threads);
    ReadRows reading;
    released([&] {
        const auto* bytes = reinterpret_cast<const char*>(texts.data());
        reading = read_texts_of(std::make_unique<FixedTexts>(bytes, texts.shape(0), texts.shape(1)), wanted, threads);
    });
    return give(std::move(reading));
}

nb::tuple read_wide_texts(const Input<std::uint32_t, 2>& texts, int fewest, int most, const std::string& noun, int threads) {
    const Wanted wanted = checked_wanted(fewest, most, noun);
    checked_threads(threads);
    refuse_misaligned(texts, "texts");
    ReadRows reading;
    released([&] { reading = read_texts_of(std::make_unique<WideTexts>(texts.data(), texts.shape(0), texts.shape(1)), wanted, threads); });
    return give(std::move(reading));
}

}  // namespace

void add_columns(nb::module_& m) {
    const auto texts = nb::arg("texts").noconvert();
    m.def("read_arrow_array", &read_arrow_array, "schema"_a, "array"_a, "fewest"_a, "most"_a, "noun"_a, "threads"_a,
          "Hands from an Arrow array: rows or sets, which are missing, which are bad, and the first problem.");
    m.def("read_arrow_stream", &read_arrow_stream, "stream"_a, "fewest"_a, "most"_a, "noun"_a, "threads"_a,
          "The same from all arrays of a stream.");
    m.def("read_arrow_array_numbers", [](nb::handle schema, nb::handle array) { return numbers_in(chunk_of(schema, array)); }, "schema"_a, "array"_a,
          "Whole numbers from an Arrow array or table, and which are missing.");
    m.def("read_arrow_stream_numbers", [](nb::handle stream) { return numbers_in(chunks_of(stream)); }, "stream"_a,
          "The same from all arrays of a stream.");
    m.def("read_texts", &read_texts, texts, "fewest"_a, "most"_a, "noun"_a, "threads"_a,
          "Hands from str, bytes, and None or NaN where there is none; None if there is anything else.");
    m.def("read_lines", &read_lines, "text"_a, "fewest"_a, "most"_a, "noun"_a, "threads"_a, "Hands from text, one a line.");
    m.def("read_fixed_texts", &read_fixed_texts, texts, "fewest"_a, "most"_a, "noun"_a, "threads"_a,
          "Hands from rows of bytes, with zeros behind a shorter text.");
    m.def("read_wide_texts", &read_wide_texts, texts, "fewest"_a, "most"_a, "noun"_a, "threads"_a,
          "Hands from rows of characters, with zeros behind a shorter text.");
}
