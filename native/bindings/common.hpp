// What the files of this folder share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "src/batch.hpp"
#include "src/jobs/forks.hpp"
#include "src/jobs/job.hpp"
#include "src/showdown.hpp"

#include <cstdint>
#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

inline nb::object error_class(const char* name) { return nb::module_::import_("fivecard.errors").attr(name); }

// Raises the class `name` of fivecard.errors, of a row where one is named.
inline nb::object error_of(const char* name, const std::string& message, std::optional<std::size_t> row = std::nullopt) {
    // What is shown may be any bytes: those that are no text are written as escapes.
    const nb::object text = nb::steal(
        PyUnicode_DecodeUTF8(message.data(), static_cast<Py_ssize_t>(message.size()), "backslashreplace"));
    const nb::object kind = error_class(name);
    return row ? kind(text, "row"_a = *row) : kind(text);
}

inline nb::object error_of(const fivecard::BadRow& bad) {
    static constexpr const char* names[] = {"HandError", "CardError", "DuplicateCardError", "FormatError"};
    return error_of(names[static_cast<int>(bad.kind)], bad.what(), bad.row);
}

[[noreturn]] inline void refuse(const nb::object& error) {
    PyErr_SetObject(error.type().ptr(), error.ptr());
    throw nb::python_error();
}
[[noreturn]] inline void refuse(const char* name, const std::string& message, std::optional<std::size_t> row = std::nullopt) {
    refuse(error_of(name, message, row));
}

// Raises because work would take too much memory.
[[noreturn]] void refuse(const fivecard::TooLarge& large);

// Raises because a value is of the wrong kind, and shows it.
[[noreturn]] inline void refuse_value(const std::string& expectation, nb::handle value) {
    const nb::object shown = nb::module_::import_("fivecard.errors").attr("quoted")(value);
    PyErr_Format(error_class("CardTypeError").ptr(), "%s, got %U", expectation.c_str(), shown.ptr());
    throw nb::python_error();
}

// NumPy's array over what a buffer holds. What a signal's handler raises meanwhile stays what it is, and a thread that Python
// ends sleeps: in nanobind's own arrays of NumPy's, the one becomes a TypeError and the other ends the process.
nb::object numpy_array(nb::handle buffer);

template <typename Number>
class Array : public nb::object {
public:
    static constexpr auto Name = nb::detail::const_name("numpy.ndarray[") + nb::detail::dtype_name<std::remove_const_t<Number>>::name + nb::detail::const_name("]");

    Array(Number* data, std::initializer_list<std::size_t> shape, const nb::capsule& owner)
        : nb::object(numpy_array(nb::cast(nb::ndarray<nb::memview, Number, nb::c_contig>(data, shape, owner)))) {}
};

template <typename Number>
Array<Number> hand_over(std::unique_ptr<Number[]> numbers, std::initializer_list<std::size_t> shape) {
    Number* data = numbers.release();
    return {data, shape, nb::capsule(data, [](void* p) noexcept { delete[] static_cast<Number*>(p); })};
}

template <typename Number>
Array<Number> array_of(const std::vector<Number>& numbers, std::initializer_list<std::size_t> shape) {
    auto copy = std::make_unique_for_overwrite<Number[]>(numbers.size());
    std::copy(numbers.begin(), numbers.end(), copy.get());
    return hand_over(std::move(copy), shape);
}
template <typename Number>
Array<Number> array_of(const std::vector<Number>& numbers) {
    return array_of(numbers, {numbers.size()});
}

// Arrays from Python, refused by nanobind unless they are exactly this.
template <typename Number, int Dimensions>
using Input = nb::ndarray<const Number, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;
template <typename Number>
using OutputArray = nb::ndarray<Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Numbers must stand where the machine may read them in one go.
template <typename Numbers>
void refuse_misaligned(const Numbers& numbers, const char* what) {
    if (reinterpret_cast<std::uintptr_t>(numbers.data()) % alignof(typename Numbers::Scalar))
        refuse("ArgumentError", std::string(what) + " must be aligned in memory");
}

// The fastest kernels of this machine, unless the environment or a test names others.
const fivecard::kernels::Kernels& chosen_kernels();

// Does `work`, and says in fivecard's own errors what the library found wrong.
template <typename Work>
auto translated(Work work) {
    try {
        return work();
    } catch (const fivecard::BadRow& bad) {
        refuse(error_of(bad));
    } catch (const fivecard::TooLarge& large) {
        refuse(large);
    }
}

// Takes the interpreter back for a thread that gave it away. Where Python has ended meanwhile, as it does without waiting for
// daemon threads, this never returns.
void take_interpreter(PyThreadState* thread);

// Called with how many steps are done, and how many there are.
using OnProgress = std::optional<nb::callable>;
inline auto progress_argument() { return nb::arg("progress").none() = nb::none(); }

// A call from Python that may last. What a signal's handler raises meanwhile, such as KeyboardInterrupt, ends it, and so does what
// `progress` raises. Handlers run in the main thread alone; calls from other threads hear none.
class Call : public fivecard::Job {
public:
    Call(Clock::time_point deadline, const OnProgress& progress) : Job(deadline), progress_(progress) {}

    // Does `work` without the interpreter.
    template <typename Work>
    void run(Work work) {
        std::exception_ptr failure;
        thread_ = PyEval_SaveThread();
        {
            const Scope scope(this);
            try {
                work();
            } catch (...) {
                failure = std::current_exception();
            }
        }
        take_interpreter(thread_);
        if (raised_) throw nb::python_error(std::move(*raised_));
        if (failure) std::rethrow_exception(failure);
    }

private:
    // Does something with the interpreter, in the middle of the work. Gives whether it raised nothing.
    template <typename Something>
    bool with_interpreter(Something something) {
        take_interpreter(thread_);
        try {  // a handler may run in any code of Python's
            something();
            if (process_ != fivecard::jobs::process()) {
                PyErr_SetString(PyExc_RuntimeError, "this process was forked in the middle of a call, and has not all of its threads");
                throw nb::python_error();
            }
        } catch (nb::python_error& raised) {
            raised_.emplace(std::move(raised));
        }
        thread_ = PyEval_SaveThread();
        return !raised_;
    }

    bool interrupted() override {
        if (in_main_thread_ == false && !progress_) return false;
        return !with_interpreter([&] {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            if (!in_main_thread_) {
                const nb::object threading = nb::module_::import_("threading");
                in_main_thread_ = threading.attr("current_thread")().is(threading.attr("main_thread")());
            }
            if (const auto [begun, expected] = progress(); progress_ && expected) (*progress_)(std::min(begun, expected), expected);
        });
    }

    std::uint64_t allowed_memory() override {
        std::uint64_t allowed = 0;
        const auto ask = [&] { allowed = nb::cast<std::uint64_t>(nb::module_::import_("fivecard._util.machine").attr("memory")()); };
        if (!with_interpreter(ask)) throw fivecard::Stopped();
        return allowed;
    }

    const OnProgress& progress_;
    const std::uint32_t process_ = fivecard::jobs::process();
    PyThreadState* thread_ = nullptr;
    std::optional<bool> in_main_thread_;  // found out where the call lasts
    std::optional<nb::python_error> raised_;
};

// Does `work` as a job, without the interpreter. Gives whether it came to its end before the deadline.
template <typename Work>
bool released_until(fivecard::Job::Clock::time_point deadline, Work work, const OnProgress& progress = std::nullopt) {
    Call call(deadline, progress);
    try {
        translated([&] { call.run(work); });
    } catch (const fivecard::Stopped&) {
        return false;
    }
    return true;
}

template <typename Work>
void released(Work work, const OnProgress& progress = std::nullopt) {
    released_until(fivecard::Job::Clock::time_point::max(), work, progress);
}

// Refuses what would take too much memory: for memory that is taken with the interpreter.
inline void refuse_too_large(double bytes, const char* instead) {
    released([&] { fivecard::jobs::ask_for_memory(bytes, instead); });
}

// When so many seconds from now are over; never, where none are given.
inline fivecard::Job::Clock::time_point deadline_in(std::optional<double> seconds) {
    using Clock = fivecard::Job::Clock;
    constexpr double longest = 1e9;
    if (!seconds || *seconds > longest) return Clock::time_point::max();
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::max(*seconds, 0.)));
}

inline const fivecard::Ranking& checked_ranking(std::string_view name) {
    if (const fivecard::Ranking* found = fivecard::find_ranking(name)) return *found;
    refuse("UnknownNameError", "there is no ranking '" + std::string(name) + "' of five cards");
}

// Badugi is a ranking of another kind, which `checked_ranking` does not know: its hands have four cards.
inline constexpr std::string_view badugi = "badugi";

// The game whose hands are made like this: see fivecard::Game::find.
fivecard::Game checked_game(const std::vector<std::string>& rankings, int players, int hole, int board, int from_hole);

inline int checked_threads(int threads) {
    if (threads < 1 || threads > 1024) refuse("ArgumentError", "threads are 1 to 1024, not " + std::to_string(threads));
    return threads;
}

// Whether a class is known from an earlier import of the module, after which sys.modules was purged: then it is given again.
template <typename Class>
bool is_there(nb::module_& m, const char* name) {
    const nb::handle known = nb::type<Class>();
    if (known.is_valid()) m.attr(name) = known;
    return known.is_valid();
}

// What the other files add to the module.
void add_hand(nb::module_& m);
void add_arrays(nb::module_& m);
void add_columns(nb::module_& m);
void add_odds(nb::module_& m);
void add_holds(nb::module_& m);
void add_rounds(nb::module_& m);
void add_announced(nb::module_& m);
void add_betting(nb::module_& m);
void add_betting_deals(nb::module_& m);
void add_engine(nb::module_& m);
void add_equity(nb::module_& m);
void add_pictures(nb::module_& m);
void add_postflop(nb::module_& m);
void add_tables(nb::module_& m);
