/* The rules of nine men's morris: no word of the plugin contract stands here. */
#ifndef MORRIS_RULES_H
#define MORRIS_RULES_H

#include <stdbool.h>
#include <stdint.h>

enum { POINTS = 24, MEN = 9, QUIET = 100, NONE = 24 };

/* What lies on a point. */
enum { EMPTY = 0, WHITE = 1, BLACK = 2 };

/* A position: plain data, copied by assignment. */
typedef struct {
    uint8_t at[POINTS];
    uint8_t in_hand[2];
    uint8_t mover;  /* 0: White, 1: Black */
    uint8_t last;   /* the point of the man placed or moved last; NONE before */
    uint16_t quiet; /* moves since the last mill */
    uint16_t played;
    /* Which man lies where: 1 to 9 for White, 10 to 18 for Black; so that the window can show how one moves. */
    uint8_t man[POINTS];
} Position;

typedef struct {
    bool flying;
} Rules;

/* An action: from a point (NONE: from the hand) to a point, taking a man (NONE: none). */
typedef struct {
    uint8_t from, to, take;
} Move;

uint32_t move_code(Move move);
/* False for a number that no move has. */
bool move_of(uint32_t code, Move *move);

void position_new(Position *position);
/* 0 or 1; 2 when the game is over. */
int position_turn(const Rules *rules, const Position *position);
/* The winner, 0 or 1; 2: a draw. Only when the game is over. */
int position_winner(const Rules *rules, const Position *position);
/* Writes the codes of the legal moves in ascending order, as many as there is room for, and returns their number. */
int position_moves(const Rules *rules, const Position *position, uint32_t *codes, int room);
bool position_play(const Rules *rules, Position *position, uint32_t code);
int position_men(const Position *position, int seat);

#endif
