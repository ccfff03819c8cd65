// Julia sets: how many steps of z -> z^2 + c each pixel takes to escape.
//
// The answers are those of the handout's loop in double precision, bit for bit: the operations are the same and in the same
// order, and none are fused. Only the square root is saved: `limit` is the least number whose root is beyond the bailout
// radius, so that comparing the square with it decides the same.
#pragma once

#include <cstdint>

namespace fivecard::pictures {

// A part of a picture.
struct Tile {
    int row, rows, column, columns;
};

struct Julia {
    int width, height;
    double real, imaginary;  // c
    std::uint32_t iterations;
    double limit;
    double zoom, centre_real, centre_imaginary;

    double column(int x) const { return coordinate(x, width, centre_real); }
    double row(int y) const { return coordinate(y, height, centre_imaginary); }

private:
    double coordinate(int pixel, int size, double centre) const {
        const double usual = 4.0 * pixel / size - 2.0;
        return zoom == 1 && centre == 0 ? usual : centre + usual / zoom;
    }
};

}  // namespace fivecard::pictures
