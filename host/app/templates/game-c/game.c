/*
 * My game: two players take one, two or three stones from a heap in turn, and the player who takes the last one wins.
 *
 * It is complete, and small enough to be replaced piece by piece by a game of your own. What each function has to do is described in
 * stonehouse_plugin.h.
 */
#include "stonehouse_plugin.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAP = 15, MOST = 3, SEATS = 2 };

/* A position: plain data. */
typedef struct {
    uint32_t heap;
    uint32_t next;
    int64_t scores[SEATS];
} position;

/* Nothing can be changed, so that there is nothing in the rules. */
static const int rules_of_all_matches;

/* Writes to a sink, which may be NULL. */
static void say(const stonehouse_sink *sink, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (sink && sink->write && len > 0 && (size_t)len < sizeof text) {
        sink->write(sink->context, (const uint8_t *)text, (size_t)len);
    }
}

static uint32_t most(const position *state)
{
    return state->heap < MOST ? state->heap : MOST;
}

static int32_t about(const stonehouse_sink *out, const stonehouse_sink *error)
{
    (void)error;
    say(out, "{\"about\": {\"id\": \"my-game\", \"name\": \"My game\", \"version\": \"0.1.0\",");
    say(out, "\"summary\": \"Take the last stone from the heap.\", \"seats\": {\"min\": 2, \"max\": 2, \"default\": 2},");
    say(out, "\"rules\": \"\"}, \"knobs\": [], \"hooks\": []}");
    return STONEHOUSE_OK;
}

static int32_t rules_new(
    const uint8_t *json, size_t len, const stonehouse_host *host, void **rules, const stonehouse_sink *error)
{
    (void)json, (void)len, (void)host, (void)error;
    *rules = (void *)&rules_of_all_matches;
    return STONEHOUSE_OK;
}

static void rules_free(void *rules)
{
    (void)rules;
}

static int32_t seating(const void *rules, const stonehouse_sink *out, const stonehouse_sink *error)
{
    (void)rules, (void)error;
    say(out, "{\"seats\": [{\"name\": \"Player 1\", \"team\": 0}, {\"name\": \"Player 2\", \"team\": 1}]}");
    return STONEHOUSE_OK;
}

static int32_t make(const position *like, void **state, const stonehouse_sink *error)
{
    position *made = malloc(sizeof *made);
    if (!made) {
        say(error, "there is no memory left");
        return STONEHOUSE_PANIC;
    }
    *made = *like;
    *state = made;
    return STONEHOUSE_OK;
}

/* Nothing is left to chance here; otherwise the state would keep a generator made from the seed. */
static int32_t state_new(const void *rules, uint64_t seed, void **state, const stonehouse_sink *error)
{
    (void)rules, (void)seed;
    const position start = { .heap = HEAP };
    return make(&start, state, error);
}

static void state_free(void *state)
{
    free(state);
}

static int32_t state_clone(const void *state, void **clone, const stonehouse_sink *error)
{
    return make(state, clone, error);
}

static int32_t state_copy(void *state, const void *source, const stonehouse_sink *error)
{
    (void)error;
    memcpy(state, source, sizeof(position));
    return STONEHOUSE_OK;
}

static int32_t turn(const void *rules, const void *state, uint32_t *turn, uint32_t *seats, const stonehouse_sink *error)
{
    (void)rules, (void)seats, (void)error;
    const position *now = state;
    *turn = now->heap > 0 ? now->next : STONEHOUSE_TURN_OVER;
    return STONEHOUSE_OK;
}

/* An action's number is how many stones are taken. */
static int32_t legal_actions(
    const void *rules, const void *state, uint32_t *buffer, size_t capacity, size_t *len, const stonehouse_sink *error)
{
    (void)rules, (void)error;
    *len = most(state);
    if (*len > capacity) {
        return STONEHOUSE_TOO_SMALL;
    }
    for (uint32_t take = 1; take <= *len; take++) {
        buffer[take - 1] = take;
    }
    return STONEHOUSE_OK;
}

static int32_t apply(const void *rules, void *state, uint32_t action, const stonehouse_sink *error)
{
    (void)rules, (void)error;
    position *now = state;
    if (action < 1 || action > most(now)) {
        return STONEHOUSE_ILLEGAL;
    }
    now->heap -= action;
    if (now->heap == 0) {
        now->scores[now->next] = 1;
    }
    now->next = 1 - now->next;
    return STONEHOUSE_OK;
}

static int32_t outcome(
    const void *rules, const void *state, int64_t *scores, size_t seats, uint32_t *winners, const stonehouse_sink *error)
{
    (void)rules, (void)error;
    const position *now = state;
    *winners = 0;
    for (size_t seat = 0; seat < seats && seat < SEATS; seat++) {
        scores[seat] = now->scores[seat];
        if (scores[seat] > 0) {
            *winners |= 1u << seat;
        }
    }
    return STONEHOUSE_OK;
}

/* Everybody sees everything, so that it does not matter who looks. */
static int32_t scene(
    const void *rules, const void *state, uint32_t observer, const stonehouse_sink *out, const stonehouse_sink *error)
{
    (void)rules, (void)observer, (void)error;
    const position *now = state;
    say(out, "{\"status\": \"%u stones left\", \"areas\": [{\"handle\": \"heap\", \"title\": \"Heap\", "
        "\"layout\": {\"stack\": {\"count\": %u, \"face\": {\"stone\": \"grey\"}}}, \"style\": \"bag\"}], \"seats\": [",
        now->heap, now->heap);
    for (int seat = 0; seat < SEATS; seat++) {
        const char *comma = seat > 0 ? "," : "";
        say(out, "%s{\"seat\": %d, \"score\": %lld}", comma, seat, (long long)now->scores[seat]);
    }
    say(out, "], \"prompt\": ");
    if (now->heap == 0) {
        say(out, "null}");
        return STONEHOUSE_OK;
    }
    say(out, "{\"seat\": %u, \"text\": \"Take some stones\", \"buttons\": [", now->next);
    for (uint32_t take = 1; take <= most(now); take++) {
        say(out, "%s{\"handle\": \"take/%u\", \"text\": \"Take %u\"}", take > 1 ? "," : "", take, take);
    }
    say(out, "]}}");
    return STONEHOUSE_OK;
}

static int32_t describe(const void *rules, const void *state, uint32_t action, uint32_t observer, const stonehouse_sink *out,
    const stonehouse_sink *error)
{
    (void)rules, (void)state, (void)observer, (void)error;
    say(out, "{\"text\": \"take %u\", \"data\": {\"take\": %u}, \"paths\": [[\"take/%u\"]]}", action, action, action);
    return STONEHOUSE_OK;
}

/* What the host looks for in this library. What is not named here is optional. */
STONEHOUSE_EXPORT const stonehouse_plugin_table stonehouse_plugin = {
    .magic = STONEHOUSE_MAGIC,
    .struct_size = sizeof(stonehouse_plugin_table),
    .abi_major = STONEHOUSE_ABI_MAJOR,
    .abi_minor = STONEHOUSE_ABI_MINOR,
    .about = about,
    .rules_new = rules_new,
    .rules_free = rules_free,
    .seating = seating,
    .state_new = state_new,
    .state_free = state_free,
    .state_clone = state_clone,
    .state_copy = state_copy,
    .turn = turn,
    .legal_actions = legal_actions,
    .apply = apply,
    .outcome = outcome,
    .scene = scene,
    .describe = describe,
};
