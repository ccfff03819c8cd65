// The picture program of handout F as it is described there: a Complex class, `^` by repeated multiplication, a square root
// in every step, one pixel after the other. The baseline of bench_pictures.py.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

class Complex {
public:
    Complex(double real = 0, double imaginary = 0) : real_(real), imaginary_(imaginary) {}
    Complex operator+(const Complex& o) const { return {real_ + o.real_, imaginary_ + o.imaginary_}; }
    Complex operator*(const Complex& o) const {
        return {real_ * o.real_ - imaginary_ * o.imaginary_, imaginary_ * o.real_ + real_ * o.imaginary_};
    }
    Complex operator^(int exponent) const {
        Complex power(1);
        for (int i = 0; i < exponent; ++i) power = power * *this;
        return power;
    }
    double mod() const { return std::sqrt(real_ * real_ + imaginary_ * imaginary_); }

private:
    double real_, imaginary_;
};

int main(int count, char** words) {
    if (count != 9) return 2;
    const int size = std::atoi(words[1]);
    const Complex c(std::atof(words[2]), std::atof(words[3]));
    const unsigned iterations = static_cast<unsigned>(std::atoi(words[4]));
    const double border = std::atof(words[5]), exponent = std::atof(words[6]), bailout = std::atof(words[7]);
    std::vector<unsigned char> pixels(static_cast<std::size_t>(size) * size);
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
            Complex z(4.0 * x / size - 2.0, 4.0 * y / size - 2.0);
            for (unsigned n = 0; n < iterations; ++n) {
                z = (z ^ 2) + c;
                if (z.mod() > bailout) {
                    const int level = n > iterations * border ? 255 : static_cast<int>(std::pow(1.0 * n / iterations, exponent) * 255);
                    pixels[static_cast<std::size_t>(y) * size + x] = static_cast<unsigned char>(level);
                    break;
                }
            }
        }
    std::FILE* file = std::fopen(words[8], "wb");  // the levels alone: writing a bitmap is not what is measured
    return std::fwrite(pixels.data(), 1, pixels.size(), file) != pixels.size() || std::fclose(file);
}
