// Eight floats in a register of 32 bytes, for the machines that have those.
namespace fivecard::kernels::FIVECARD_MACHINE {
namespace {

template <>
struct Singles<8> {
    using V = Lanes<float, 8>;

    INLINE static V load(const float* from) { return V(_mm256_load_ps(from)); }
    INLINE static void store(float* to, V a) { _mm256_store_ps(to, __m256(a)); }
    INLINE static V fill(float all) { return V(_mm256_set1_ps(all)); }
    INLINE static V larger(V a, V b) { return V(_mm256_max_ps(__m256(a), __m256(b))); }
    INLINE static V smaller(V a, V b) { return V(_mm256_min_ps(__m256(a), __m256(b))); }
    INLINE static V where_above(V test, V limit, V yes, V no) {
        return V(_mm256_blendv_ps(__m256(no), __m256(yes), _mm256_cmp_ps(__m256(test), __m256(limit), _CMP_GT_OQ)));
    }
    INLINE static V load_half(const std::uint16_t* from) {
        return V(_mm256_cvtph_ps(_mm_load_si128(reinterpret_cast<const __m128i*>(from))));
    }
    INLINE static void store_half(std::uint16_t* to, V a, const std::uint16_t* noise) {
        const __m256i added = _mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(noise)));
        const __m256 sum = _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(__m256(a)), added));
        _mm_store_si128(reinterpret_cast<__m128i*>(to), _mm256_cvtps_ph(sum, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC));
    }
    INLINE static void transpose(V* rows) {
        __m256 pairs[8], fours[8];
        for (int i = 0; i < 8; i += 2) {
            pairs[i] = _mm256_unpacklo_ps(__m256(rows[i]), __m256(rows[i + 1]));
            pairs[i + 1] = _mm256_unpackhi_ps(__m256(rows[i]), __m256(rows[i + 1]));
        }
        for (int i = 0; i < 8; i += 4) {
            fours[i] = _mm256_shuffle_ps(pairs[i], pairs[i + 2], 0x44);
            fours[i + 1] = _mm256_shuffle_ps(pairs[i], pairs[i + 2], 0xee);
            fours[i + 2] = _mm256_shuffle_ps(pairs[i + 1], pairs[i + 3], 0x44);
            fours[i + 3] = _mm256_shuffle_ps(pairs[i + 1], pairs[i + 3], 0xee);
        }
        for (int i = 0; i < 4; ++i) {
            rows[i] = V(_mm256_permute2f128_ps(fours[i], fours[i + 4], 0x20));
            rows[i + 4] = V(_mm256_permute2f128_ps(fours[i], fours[i + 4], 0x31));
        }
    }
};

}  // namespace
}  // namespace fivecard::kernels::FIVECARD_MACHINE
