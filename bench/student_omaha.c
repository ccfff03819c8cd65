/* Handout E as a student would write it: read a line, try all sixty combinations of each player, count ranks. */
#include <stdio.h>
#include <string.h>

static int rank_of(char c) {
    const char *ranks = "23456789TJQKA";
    return (int)(strchr(ranks, c) - ranks);
}

/* The category in the leading digit and five ranks behind it, in base 13. */
static long value_of(const int *ranks, const char *suits) {
    int counts[13] = {0}, straight = -1, category, flush = 1, i, n;
    long value;
    for (i = 0; i < 5; i++) {
        counts[ranks[i]]++;
        if (suits[i] != suits[0]) flush = 0;
    }
    for (i = 0; i <= 8; i++)
        if (counts[i] == 1 && counts[i + 1] == 1 && counts[i + 2] == 1 && counts[i + 3] == 1 && counts[i + 4] == 1)
            straight = i + 4;
    if (counts[12] == 1 && counts[0] == 1 && counts[1] == 1 && counts[2] == 1 && counts[3] == 1) straight = 3;
    int pairs = 0, threes = 0, fours = 0;
    for (i = 0; i < 13; i++) {
        pairs += counts[i] == 2;
        threes += counts[i] == 3;
        fours += counts[i] == 4;
    }
    if (straight >= 0) return (flush ? 8L : 4L) * 371293 + straight;
    category = fours ? 7 : threes && pairs ? 6 : flush ? 5 : threes ? 3 : pairs;
    value = category;
    int places = 0;
    for (n = 4; n >= 1; n--)
        for (i = 12; i >= 0; i--)
            if (counts[i] == n) {
                value = value * 13 + i;
                places++;
            }
    for (; places < 5; places++) value *= 13;
    return value;
}

static long best_of(const int *hand_ranks, const char *hand_suits, const int *board_ranks, const char *board_suits) {
    long best = -1;
    for (int a = 0; a < 4; a++)
        for (int b = a + 1; b < 4; b++)
            for (int i = 0; i < 5; i++)
                for (int j = i + 1; j < 5; j++)
                    for (int k = j + 1; k < 5; k++) {
                        int ranks[5] = {hand_ranks[a], hand_ranks[b], board_ranks[i], board_ranks[j], board_ranks[k]};
                        char suits[5] = {hand_suits[a], hand_suits[b], board_suits[i], board_suits[j], board_suits[k]};
                        long value = value_of(ranks, suits);
                        if (value > best) best = value;
                    }
    return best;
}

int main(int argc, char **argv) {
    char line[128];
    FILE *in = argc > 1 ? fopen(argv[1], "r") : NULL, *out = argc > 2 ? fopen(argv[2], "w") : NULL;
    if (!in || !out) return 1;
    while (fgets(line, sizeof line, in)) {
        int ranks[13];
        char suits[13];
        for (int i = 0; i < 13; i++) {
            ranks[i] = rank_of(line[3 * i]);
            suits[i] = line[3 * i + 1];
        }
        long one = best_of(ranks, suits, ranks + 8, suits + 8), two = best_of(ranks + 4, suits + 4, ranks + 8, suits + 8);
        fprintf(out, "%s\n", one > two ? "Player 1 wins" : one < two ? "Player 2 wins" : "No single winner");
    }
    return fclose(out);
}
