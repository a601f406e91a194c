#include "rules.h"

#include <stddef.h>

/*
 * Points are numbered ring by ring from the outermost, and within a ring clockwise from its upper left corner:
 * corners are even, the middles of sides odd. Middles are joined to those of the next ring.
 */
static bool joined(int a, int b) {
    int ring_a = a / 8, ring_b = b / 8, place_a = a % 8, place_b = b % 8;
    if (ring_a == ring_b) {
        int apart = (place_a - place_b + 8) % 8;
        return apart == 1 || apart == 7;
    }
    return place_a == place_b && place_a % 2 == 1 && (ring_a - ring_b == 1 || ring_b - ring_a == 1);
}

/* Whether the man on `point` is in a mill. */
static bool in_mill(const Position *position, int point) {
    int ring = point / 8 * 8, place = point % 8, own = position->at[point];
    if (own == EMPTY) {
        return false;
    }
    /* The sides of the ring that the point is on: one for a middle, two for a corner. */
    for (int corner = 0; corner < 8; corner += 2) {
        int a = ring + corner, b = ring + corner + 1, c = ring + (corner + 2) % 8;
        bool here = point == a || point == b || point == c;
        if (here && position->at[a] == own && position->at[b] == own && position->at[c] == own) {
            return true;
        }
    }
    return place % 2 == 1 && position->at[place] == own && position->at[8 + place] == own && position->at[16 + place] == own;
}

static bool can_take(const Position *position, int point, int seat) {
    int theirs = 2 - seat;
    if (position->at[point] != theirs) {
        return false;
    }
    if (!in_mill(position, point)) {
        return true;
    }
    for (int other = 0; other < POINTS; other++) {
        if (position->at[other] == theirs && !in_mill(position, other)) {
            return false;
        }
    }
    return true;
}

int position_men(const Position *position, int seat) {
    int men = position->in_hand[seat];
    for (int point = 0; point < POINTS; point++) {
        men += position->at[point] == seat + 1;
    }
    return men;
}

uint32_t move_code(Move move) {
    return (uint32_t)move.from * 625 + (uint32_t)move.to * 25 + move.take;
}

bool move_of(uint32_t code, Move *move) {
    if (code >= 25 * 625) {
        return false;
    }
    *move = (Move){(uint8_t)(code / 625), (uint8_t)(code / 25 % 25), (uint8_t)(code % 25)};
    return move->to < POINTS;
}

void position_new(Position *position) {
    *position = (Position){.in_hand = {MEN, MEN}, .last = NONE};
}

/* Writes the moves from one point, or from the hand, to another: one, or one for each man that can be taken. */
static void add(const Position *position, int from, int to, uint32_t *codes, int room, int *count) {
    Position after = *position;
    int seat = position->mover;
    if (from != NONE) {
        after.at[from] = EMPTY;
    }
    after.at[to] = (uint8_t)(seat + 1);
    bool took = false;
    if (in_mill(&after, to)) {
        for (int point = 0; point < POINTS; point++) {
            if (can_take(&after, point, seat)) {
                if (*count < room) {
                    codes[*count] = move_code((Move){(uint8_t)from, (uint8_t)to, (uint8_t)point});
                }
                ++*count;
                took = true;
            }
        }
    }
    if (!took) {
        if (*count < room) {
            codes[*count] = move_code((Move){(uint8_t)from, (uint8_t)to, NONE});
        }
        ++*count;
    }
}

/* The moves, whether or not the game is drawn by now. */
static int moves(const Rules *rules, const Position *position, uint32_t *codes, int room) {
    int seat = position->mover, count = 0;
    if (position->in_hand[seat] > 0) {
        for (int to = 0; to < POINTS; to++) {
            if (position->at[to] == EMPTY) {
                add(position, NONE, to, codes, room, &count);
            }
        }
        return count;
    }
    int men = position_men(position, seat);
    if (men < 3) {
        return 0;
    }
    bool flies = rules->flying && men == 3;
    for (int from = 0; from < POINTS; from++) {
        for (int to = 0; to < POINTS; to++) {
            if (position->at[from] == seat + 1 && position->at[to] == EMPTY && (flies || joined(from, to))) {
                add(position, from, to, codes, room, &count);
            }
        }
    }
    return count;
}

int position_turn(const Rules *rules, const Position *position) {
    bool drawn = position->quiet >= QUIET;
    return drawn || moves(rules, position, NULL, 0) == 0 ? 2 : position->mover;
}

int position_winner(const Rules *rules, const Position *position) {
    /* The player who cannot move has lost, also with the fifty moves over. */
    return moves(rules, position, NULL, 0) == 0 ? 1 - position->mover : 2;
}

int position_moves(const Rules *rules, const Position *position, uint32_t *codes, int room) {
    return position_turn(rules, position) == 2 ? 0 : moves(rules, position, codes, room);
}

bool position_play(const Rules *rules, Position *position, uint32_t code) {
    uint32_t codes[2048];
    int count = position_moves(rules, position, codes, 2048);
    Move move;
    bool legal = false;
    for (int index = 0; index < count && index < 2048; index++) {
        legal = legal || codes[index] == code;
    }
    if (!legal || !move_of(code, &move)) {
        return false;
    }
    int seat = position->mover;
    if (move.from == NONE) {
        position->man[move.to] = (uint8_t)(MEN * seat + MEN + 1 - position->in_hand[seat]);
        position->in_hand[seat]--;
    } else {
        position->man[move.to] = position->man[move.from];
        position->man[move.from] = 0;
        position->at[move.from] = EMPTY;
    }
    position->at[move.to] = (uint8_t)(seat + 1);
    position->quiet = move.take == NONE && move.from != NONE ? (uint16_t)(position->quiet + 1) : 0;
    if (move.take != NONE) {
        position->at[move.take] = EMPTY;
        position->man[move.take] = 0;
    }
    position->last = move.to;
    position->mover = (uint8_t)(1 - seat);
    position->played++;
    return true;
}
