/* The rules of nine men's morris, as examples. Exits with 0 when all hold. */
#include "rules.h"

#include <stdio.h>

static int failed = 0;

static void expect(bool holds, const char *what) {
    if (!holds) {
        printf("does not hold: %s\n", what);
        failed = 1;
    }
}

static uint64_t perft(const Rules *rules, const Position *position, int depth) {
    uint32_t codes[2048];
    int count = position_moves(rules, position, codes, 2048);
    if (depth == 1) {
        return (uint64_t)count;
    }
    uint64_t total = 0;
    for (int index = 0; index < count; index++) {
        Position after = *position;
        position_play(rules, &after, codes[index]);
        total += perft(rules, &after, depth - 1);
    }
    return total;
}

static void place(Position *position, int seat, const int *points, int count) {
    for (int index = 0; index < count; index++) {
        position->at[points[index]] = (uint8_t)(seat + 1);
    }
}

int main(void) {
    Rules rules = {.flying = true};
    Position start;
    position_new(&start);
    expect(perft(&rules, &start, 1) == 24, "there are 24 points for the first man");
    expect(perft(&rules, &start, 4) == 24 * 23 * 22 * 21, "no mill can be closed with two men");

    Position position = start;
    place(&position, 0, (int[]){0, 1}, 2);
    place(&position, 1, (int[]){8, 12}, 2);
    position.in_hand[0] = position.in_hand[1] = 7;
    expect(!position_play(&rules, &position, move_code((Move){NONE, 2, NONE})), "the player who closes a mill takes a man");
    expect(position_play(&rules, &position, move_code((Move){NONE, 2, 12})), "any man that is in no mill can be taken");
    expect(position.at[12] == EMPTY && position.mover == 1, "it is gone, and the other player is next");

    position = start;
    place(&position, 0, (int[]){0, 1, 9, 20}, 4);
    place(&position, 1, (int[]){4, 5, 6, 12}, 4);
    position.in_hand[0] = position.in_hand[1] = 0;
    expect(!position_play(&rules, &position, move_code((Move){9, 10, 5})), "no mill, no man");
    position.at[3] = WHITE;
    position.at[20] = EMPTY;
    expect(position_play(&rules, &position, move_code((Move){3, 2, 12})), "a man outside of mills goes first");

    position = start;
    place(&position, 0, (int[]){0, 9, 20}, 3);
    place(&position, 1, (int[]){4, 5, 7, 13}, 4);
    position.in_hand[0] = position.in_hand[1] = 0;
    expect(position_moves(&rules, &position, NULL, 0) >= 3 * 17, "three men may jump to any empty point");
    Rules walking = {.flying = false};
    expect(position_moves(&walking, &position, NULL, 0) < 12, "unless the variant forbids it");

    position.quiet = QUIET;
    expect(position_turn(&rules, &position) == 2 && position_winner(&rules, &position) == 2, "quiet play ends in a draw");
    position.quiet = 0;
    position.at[20] = EMPTY;
    expect(position_turn(&rules, &position) == 2 && position_winner(&rules, &position) == 1, "two men have lost");
    return failed;
}
