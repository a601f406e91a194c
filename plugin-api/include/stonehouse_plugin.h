/*
 * The plugin interface of Stonehouse, version 1.2, for games in C and every language that can call C.
 *
 * A plugin is a shared library that exports one constant stonehouse_plugin_table for each of its games, under a name that begins with
 * `stonehouse_plugin`:
 *
 *     STONEHOUSE_EXPORT const stonehouse_plugin_table stonehouse_plugin_my_game = {
 *         .magic = STONEHOUSE_MAGIC,
 *         .struct_size = sizeof(stonehouse_plugin_table),
 *         .abi_major = STONEHOUSE_ABI_MAJOR,
 *         .abi_minor = STONEHOUSE_ABI_MINOR,
 *         .about = about, ...
 *     };
 *
 * The core table holds what every game must answer. Functions marked [optional] may be NULL; the host then uses the documented fallback.
 * Everything else is an extension: a constant table of its own, which the host asks for by its id with the function `extension`. Extensions
 * are optional.
 *
 * THREADS
 *   Rules are immutable: the host may call with the same rules from several threads at once. A state is used by one call at a time, on any
 *   thread; a call that takes it as const does not write to it. Functions without rules may be called from any thread, at any time. A plugin
 *   needs no locks unless it has global variables that it writes to; avoid them.
 *
 * OWNERSHIP
 *   Each side frees what it allocates. Rules and states go back to the plugin's rules_free and state_free, states before their rules. Buffers and
 *   places belong to the caller, are valid for the call, and may contain anything before it. Text goes into a sink during the call. What is passed to the
 *   plugin (text, values, ids) is valid for the call only; what the host offers (stonehouse_host) until the rules are freed. Tables and what
 *   `extension` returns are constant and valid as long as the process lives: a library is never unloaded.
 *
 * ERRORS
 *   A function returns a status. When it is not STONEHOUSE_OK, places and buffers need not have been written, and the reason should be
 *   written to `error` as one line of UTF-8 (except for STONEHOUSE_HOOK, for which the host has a sentence of its own; for STONEHOUSE_ILLEGAL
 *   it may be: people read it beside the button). After any
 *   status but STONEHOUSE_OK, STONEHOUSE_ILLEGAL and STONEHOUSE_TOO_SMALL (and STONEHOUSE_UNSUPPORTED from a rollout) a state that was passed to be
 *   written to is only freed. No
 *   exception and no longjmp may leave a function. Every answer is checked: an impossible one is an error that names the plugin.
 *
 * DETERMINISM
 *   The same rules, seed and actions give the same game on every machine, today and in ten years: use neither time nor addresses, no rand(),
 *   no floating point whose rounding may differ, no memory that was never written. Records store the codes of actions and of chance: they
 *   must mean the same in every release of a major version of the game.
 *
 * JSON
 *   Functions marked [cold] pass JSON. One document of UTF-8, at most 64 MiB. The fields documented here are complete for 1.0; both sides
 *   ignore fields that they do not know.
 *
 * The calling convention is that of C on the machine. All numbers are of fixed width; size_t and pointers are those of the machine.
 */
#ifndef STONEHOUSE_PLUGIN_H
#define STONEHOUSE_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define STONEHOUSE_EXPORT __declspec(dllexport)
#else
#define STONEHOUSE_EXPORT __attribute__((visibility("default")))
#endif

/* The first bytes of the core table. */
#define STONEHOUSE_MAGIC { 'S', 'T', 'O', 'N', 'E', 'H', 'S', 'E' }

/* The version of this interface. A host refuses another major; minors may differ either way. */
#define STONEHOUSE_ABI_MAJOR 1
#define STONEHOUSE_ABI_MINOR 3

/* The most seats of a table; actions of a position; values of an action; samples of an action; outcomes of chance; steps of a game. */
#define STONEHOUSE_MAX_SEATS 16
#define STONEHOUSE_MAX_ACTIONS 1048576
#define STONEHOUSE_MAX_VALUES 16
#define STONEHOUSE_MAX_SAMPLES 256
#define STONEHOUSE_MAX_OUTCOMES 65536
#define STONEHOUSE_MAX_GAME_STEPS 100000

/* The most points of prospects that make one point of the scores. */
#define STONEHOUSE_MAX_UNITS 1000000

/* What a function returns. */
enum {
    /* It did what was asked. */
    STONEHOUSE_OK = 0,
    /* The action is not legal; the state is unchanged. `error` may have got the reason, for people: "you have no wood". */
    STONEHOUSE_ILLEGAL = 1,
    /* A house rule failed: a call of `fold` did not return STONEHOUSE_OK. */
    STONEHOUSE_HOOK = 2,
    /* Only rules_new: the knobs contradict each other. `error` got {"knob": "name or empty", "message": "what is wrong"}. */
    STONEHOUSE_RULES = 3,
    /* The buffer is too small; the length that is needed was written. The host asks again. */
    STONEHOUSE_TOO_SMALL = 4,
    /* The plugin failed inside. */
    STONEHOUSE_PANIC = 5,
    /* An argument makes no sense: a null pointer, a seat that cannot be, text that is not what it should be. */
    STONEHOUSE_ARGUMENT = 6,
    /* A playout or rollout did not end within STONEHOUSE_MAX_GAME_STEPS steps. */
    STONEHOUSE_ENDLESS = 7,
    /* The plugin has no answer to this call. */
    STONEHOUSE_UNSUPPORTED = 8,
    /* The host asked for the end of a long call (stonehouse_stop). */
    STONEHOUSE_STOPPED = 9,
    /* Nothing has that name. */
    STONEHOUSE_ABSENT = 10,
    /* Only effect: what a house rule asked for cannot be done here. The state is unchanged, and `error` got the reason. */
    STONEHOUSE_REFUSED = 11
};

/* The observer of a scene or of a description: a seat from 0, or one of these. */
#define STONEHOUSE_PUBLIC 0xFFFFFFFEu  /* sees what is public */
#define STONEHOUSE_REFEREE 0xFFFFFFFFu /* sees everything */

/* Whose turn it is: a seat from 0, or one of these. */
#define STONEHOUSE_TURN_OVER 0xFFFFFFFFu     /* nobody's: the game is over */
#define STONEHOUSE_TURN_TOGETHER 0xFFFFFFFEu /* several seats', at once: only with STONEHOUSE_EXTENSION_SIMULTANEOUS */
#define STONEHOUSE_TURN_CHANCE 0xFFFFFFFDu   /* chance's: only with STONEHOUSE_EXTENSION_CHANCE */

/* The ids of a plugin's extensions. */
#define STONEHOUSE_EXTENSION_PLAYOUT "stonehouse.playout/1"
#define STONEHOUSE_EXTENSION_BOTS "stonehouse.bots/1"
#define STONEHOUSE_EXTENSION_DETERMINIZE "stonehouse.determinize/1"
#define STONEHOUSE_EXTENSION_SIMULTANEOUS "stonehouse.simultaneous/1"
#define STONEHOUSE_EXTENSION_INPUTS "stonehouse.inputs/1"
#define STONEHOUSE_EXTENSION_CHANCE "stonehouse.chance/1"
#define STONEHOUSE_EXTENSION_ASSETS "stonehouse.assets/1"
#define STONEHOUSE_EXTENSION_FACTS "stonehouse.facts/1"
#define STONEHOUSE_EXTENSION_ZONES "stonehouse.zones/1"
#define STONEHOUSE_EXTENSION_EFFECTS "stonehouse.effects/1"
#define STONEHOUSE_EXTENSION_NEWS "stonehouse.news/1"
#define STONEHOUSE_EXTENSION_RESULTS "stonehouse.results/1"

/* The ids of the host's extensions. */
#define STONEHOUSE_HOST_HOOKS "stonehouse.hooks/1"
#define STONEHOUSE_HOST_EVENTS "stonehouse.happenings/1"
#define STONEHOUSE_HOST_LOG "stonehouse.log/1"
#define STONEHOUSE_HOST_STOP "stonehouse.stop/1"

/*
 * Where text goes. `write(context, bytes, len)` may be called several times during a call; the pieces belong together. At most 64 MiB in
 * all. The sink is valid for the call. A sink may be NULL: what would go there is then left out.
 */
typedef struct stonehouse_sink {
    void *context;
    void (*write)(void *context, const uint8_t *bytes, size_t len);
} stonehouse_sink;

/* ---- What the host offers -------------------------------------------------------------------------------------------------------- */

/*
 * Handed over when rules are made. It and all that it leads to are valid until the rules are freed; its functions may be called from any
 * thread until then. Read no further than `struct_size`: an older host has fewer fields, a newer one more.
 */
typedef struct stonehouse_host {
    uint32_t struct_size;
    /* The first argument of `extension`. */
    const void *context;
    /* The table of the host's extension with this id, or NULL. */
    const void *(*extension)(const void *context, const char *id);
} stonehouse_host;

/* STONEHOUSE_HOST_HOOKS: the house rules. NULL where there are none. */
typedef struct stonehouse_hooks {
    uint32_t struct_size;
    /* Bit n: whether any house rule uses hook n of those that the game declares. Ask only those. */
    uint64_t used;
    const void *context;
    /*
     * Gives hook `hook` the `len` numbers of its declared context and `value`, and writes to `value` what to use instead. `state` is the state
     * that the question is about: the host may call `fact` with it meanwhile (NULL: it may not). Not STONEHOUSE_OK: the house rule failed; end
     * the call at once with STONEHOUSE_HOOK. Always the same for the same numbers and facts. Call it on the thread of the call under way.
     */
    int32_t (*fold)(
        const void *context, uint32_t hook, const int64_t *fields, size_t len, const void *state, int64_t *value);
    /*
     * The dependencies of hook `hook` beside the value: bit n is field n of the context, STONEHOUSE_DEPENDS_ON_STATE anything else, or a field
     * after the 63rd. Where they depend on little, a game can compute all of them once, in rules_new, and look them up in playouts. NULL: on anything.
     */
    uint64_t (*reads)(const void *context, uint32_t hook);
} stonehouse_hooks;

/* The bit of `reads` for anything that is not one of the first 63 fields. */
#define STONEHOUSE_DEPENDS_ON_STATE (UINT64_C(1) << 63)

/* STONEHOUSE_HOST_EVENTS: house rules that subscribe to events. NULL where none do. */
typedef struct stonehouse_events {
    uint32_t struct_size;
    /* Bit n: whether any house rule subscribes to event n of those that the game declares. Report only those. */
    uint64_t subscribed;
    const void *context;
    /*
     * Notifies house rules of event `event`, with the `len` numbers of its declared fields. Call it on the thread of a call that changes
     * the state. The effects of the house rules follow that call.
     */
    void (*happened)(const void *context, uint32_t event, const int64_t *fields, size_t len);
} stonehouse_events;

/* How urgent a line of the log is. */
#define STONEHOUSE_LOG_DEBUG 0u
#define STONEHOUSE_LOG_INFO 1u
#define STONEHOUSE_LOG_WARNING 2u
#define STONEHOUSE_LOG_ERROR 3u

/* STONEHOUSE_HOST_LOG: lines for the author of the game, not for players. */
typedef struct stonehouse_log {
    uint32_t struct_size;
    const void *context;
    /* Takes one line of `len` bytes of UTF-8. */
    void (*log)(const void *context, uint32_t level, const uint8_t *text, size_t len);
} stonehouse_log;

/* STONEHOUSE_HOST_STOP: ask now and then in a call that takes longer than a millisecond. */
typedef struct stonehouse_stop {
    uint32_t struct_size;
    const void *context;
    /* 1: end the call under way as soon as you can, with STONEHOUSE_STOPPED. 0: continue. */
    uint32_t (*should_stop)(const void *context);
} stonehouse_stop;

/* ---- The core -------------------------------------------------------------------------------------------------------------------- */

typedef struct stonehouse_plugin_table {
    /* STONEHOUSE_MAGIC. */
    uint8_t magic[8];
    /* sizeof(stonehouse_plugin_table). */
    uint32_t struct_size;
    /* STONEHOUSE_ABI_MAJOR and STONEHOUSE_ABI_MINOR. */
    uint16_t abi_major;
    uint16_t abi_minor;

    /*
     * [cold] Writes who the game is:
     *   {"about": {"id": "my-game",           lower-case letters, digits and hyphens, at most 60
     *              "name": "My Game", "version": "1.0.0", "summary": "One sentence.",
     *              "seats": {"min": 2, "max": 4, "default": 2},
     *              "rules": "Markdown",
     *              "needs": [],                optional: ids of host extensions that the game requires
     *              "manifest": {               optional, as is everything in it
     *                "authors": ["Anna"], "licence": "MIT", "homepage": "https://...",
     *                "minutes": [20, 40],      of a usual match
     *                "weight": 2}},            how much there is to learn, 1 to 5
     *    "knobs": [{"name": "size", "doc": "What it changes.", "kind": {"integer": {"min": 3, "max": 9}}, "default": 3}, ...],
     *    "hooks": [],                          the hooks, in the order of their numbers
     *    "events": [],                     optional: the events, in the order of their numbers
     *    "seat_words": []}                     optional: how house rules call the seats; without it by their numbers
     * Kinds of knobs: "boolean", {"integer": {"min": .., "max": ..}}, {"fraction": {"min": .., "max": .., "step": ..}} (the step is optional),
     * {"text": {"longest": letters}}, {"word": [["word", "doc"], ..]}, {"list": {"of": kind, "min": n, "max": n}}, {"optional": kind} (null
     * is none).
     * Any thread, at any time, without rules; always the same answer.
     */
    int32_t (*about)(const stonehouse_sink *out, const stonehouse_sink *error);

    /* [optional] Fails inside on purpose, and returns STONEHOUSE_PANIC. NULL, as in C: the plugin catches no failures of its own. */
    int32_t (*panic_probe)(const stonehouse_sink *error);

    /*
     * [cold] Makes rules from `len` bytes of JSON {"seats": n, "knobs": {every knob: its value}}. Values are of their declared kinds and within
     * their bounds; seats are within the declared range. `host` is NULL or what the host offers. Writes the new rules to `rules`.
     * STONEHOUSE_RULES: these values contradict each other.
     */
    int32_t (*rules_new)(const uint8_t *json, size_t len, const stonehouse_host *host, void **rules, const stonehouse_sink *error);

    /* Frees rules, whose states are already freed. Does nothing with NULL. */
    void (*rules_free)(void *rules);

    /* [cold] Writes the seats: {"seats": [{"name": "White", "team": 0}, {"name": "Black", "team": 1}]}. Names are one line, at most 60 letters. */
    int32_t (*seating)(const void *rules, const stonehouse_sink *out, const stonehouse_sink *error);

    /* Makes the state at the start of the game of this seed: the same for the same seed. */
    int32_t (*state_new)(const void *rules, uint64_t seed, void **state, const stonehouse_sink *error);

    /* Frees a state. Does nothing with NULL. */
    void (*state_free)(void *state);

    /* Makes a copy of `state`, which may then be used on another thread: the two share nothing that is written to. */
    int32_t (*state_clone)(const void *state, void **clone, const stonehouse_sink *error);

    /* [optional] Makes `state` a copy of `source`, a state of the same rules. NULL: the host clones `source` and frees `state`. */
    int32_t (*state_copy)(void *state, const void *source, const stonehouse_sink *error);

    /* [optional] Makes `state` the start of the game of this seed. NULL: the host makes a new one and frees `state`. */
    int32_t (*deal)(const void *rules, void *state, uint64_t seed, const stonehouse_sink *error);

    /*
     * Writes to `turn` whose turn it is: a seat, or one of STONEHOUSE_TURN_. With STONEHOUSE_TURN_TOGETHER it also writes to `seats` the
     * set of seats that choose, at least one: bit n for seat n. Allocates nothing.
     */
    int32_t (*turn)(const void *rules, const void *state, uint32_t *turn, uint32_t *seats, const stonehouse_sink *error);

    /*
     * Writes every legal action of the seat whose turn it is to `buffer`, which has room for `capacity`, in ascending order, none twice, and
     * their number to `len`. At least one; none when it is not the turn of one seat. STONEHOUSE_TOO_SMALL: there are more than
     * `capacity`, and sets `len` to their number. Allocates nothing.
     */
    int32_t (*legal_actions)(
        const void *rules, const void *state, uint32_t *buffer, size_t capacity, size_t *len, const stonehouse_sink *error);

    /* Applies an action. STONEHOUSE_ILLEGAL: it is not one of the legal ones, and the state is unchanged. Allocates nothing. */
    int32_t (*apply)(const void *rules, void *state, uint32_t action, const stonehouse_sink *error);

    /*
     * Writes to `scores` the score of each of the `seats` seats, within 2^53 of 0, and to `winners` the set of those who have won: bit n
     * for seat n, none beyond. Asked at any time; winners count only once the game is over.
     */
    int32_t (*outcome)(
        const void *rules, const void *state, int64_t *scores, size_t seats, uint32_t *winners, const stonehouse_sink *error);

    /* [cold] Writes the table as `observer` may see it: a scene. */
    int32_t (*scene)(
        const void *rules, const void *state, uint32_t observer, const stonehouse_sink *out, const stonehouse_sink *error);

    /* [cold] Describes a legal action to `observer`, before it is applied, with the ways to choose it. */
    int32_t (*describe)(const void *rules, const void *state, uint32_t action, uint32_t observer, const stonehouse_sink *out,
        const stonehouse_sink *error);

    /* [cold] [optional] Writes everything on the table, hidden or not, as any JSON, for readers of a finished record. NULL: nothing. */
    int32_t (*reveal)(const void *rules, const void *state, const stonehouse_sink *out, const stonehouse_sink *error);

    /*
     * [optional] The table of the extension with this id, or NULL if the plugin lacks it. Always the same answer, from any thread. NULL:
     * there are no extensions.
     */
    const void *(*extension)(const char *id);

    /*
     * [cold] [optional] As describe, for `len` legal actions: writes a JSON array of their descriptions in this order. NULL: the host calls
     * describe for each.
     */
    int32_t (*describe_all)(const void *rules, const void *state, const uint32_t *actions, size_t len, uint32_t observer,
        const stonehouse_sink *out, const stonehouse_sink *error);
} stonehouse_plugin_table;

/* ---- Extensions of a plugin -------------------------------------------------------------------------------------------------------- */

/* One step of a random game: who played what, and out of how many legal actions. */
typedef struct stonehouse_step {
    uint32_t seat;
    uint32_t action;
    uint32_t choices;
} stonehouse_step;

/* The state of a generator of random numbers, PCG-64-MCG: 128 bits. */
typedef struct stonehouse_dice {
    uint64_t low;
    uint64_t high;
} stonehouse_dice;

/* Whether the host takes over from a game that is played on in one call, because house rules have something to do. */
typedef struct stonehouse_pause {
    uint32_t struct_size;
    /* The first argument of its functions. */
    void *context;
    /* 1 when the call is to return; call it after each step, and once for each, on the thread of the call. */
    uint32_t (*is_due)(void *context);
} stonehouse_pause;

/*
 * STONEHOUSE_EXTENSION_PLAYOUT: random games in one call. Without it the host plays them with the functions of the core, and there
 * is no need for a generator of random numbers. With it the result must be that of the host's own loop, to the last action: leave it out
 * unless simulations are too slow, and then let `stonehouse check` compare.
 */
typedef struct stonehouse_playout {
    uint32_t struct_size;
    /* Plays random actions from `seed` to the end and writes their number to `played`. Long: ask stonehouse_stop. */
    int32_t (*playout)(const void *rules, void *state, uint64_t seed, uint32_t *played, const stonehouse_sink *error);
    /*
     * The same game, of which it also writes each step to `steps` and the scores after it, one per seat, to `scores`, as far as there is room for
     * `capacity` steps of `seats` seats, and the number of all steps to `len`. NULL: the host plays step by step where it needs them.
     */
    int32_t (*course)(const void *rules, void *state, uint64_t seed, stonehouse_step *steps, int64_t *scores,
        size_t capacity, size_t seats, size_t *len, const stonehouse_sink *error);
    /*
     * [optional] The same game, drawn from `dice`, which it leaves where it stopped: at the end, or after the first step after which `pause` is due.
     * Writes the number of steps to `played`. NULL, in a plugin for 1.2, or STONEHOUSE_UNSUPPORTED: where house rules act in the middle of a game,
     * the host plays step by step.
     */
    int32_t (*playout_until)(const void *rules, void *state, stonehouse_dice *dice, const stonehouse_pause *pause, uint32_t *played,
        const stonehouse_sink *error);
} stonehouse_playout;

/* Who played what in a rollout. */
typedef struct stonehouse_traced {
    uint32_t seat;
    uint32_t action;
} stonehouse_traced;

/* STONEHOUSE_EXTENSION_BOTS: what a bot cannot find out by trial. */
typedef struct stonehouse_bots {
    uint32_t struct_size;
    /*
     * [optional] As legal_actions, but only those of `seat` that a bot should consider; an empty list means all of them. Must not depend on
     * anything hidden from that seat. NULL: all.
     */
    int32_t (*candidates)(const void *rules, const void *state, uint32_t seat, uint32_t *buffer, size_t capacity, size_t *len,
        const stonehouse_sink *error);
    /*
     * [optional] Continues the game sensibly, with chance from `seed`, to the end or to a position that `prospects` judges well, whichever seat has the
     * turn there: a seat, several, or chance. NULL: a random game. STONEHOUSE_UNSUPPORTED, from here and from `trace`: the host plays the rest of
     * the game at random, from the position to which the state has come.
     */
    int32_t (*rollout)(const void *rules, void *state, uint64_t seed, const stonehouse_sink *error);
    /*
     * [optional] The same rollout for the same seed, which also writes who played what to `buffer`, in order, as far as `capacity` goes, and the
     * number of all that was played to `len`, which may be more. NULL: rollouts are not traced.
     */
    int32_t (*trace)(const void *rules, void *state, uint64_t seed, stonehouse_traced *buffer, size_t capacity, size_t *len,
        const stonehouse_sink *error);
    /*
     * [optional] Writes the score with which each of the `seats` seats can expect to end, times the unit of prospect_unit; at the end the scores
     * themselves, times that unit. Bots compare the two, so they must be on one scale. NULL: the scores, and the unit is 1.
     */
    int32_t (*prospects)(const void *rules, const void *state, int64_t *prospects, size_t seats, const stonehouse_sink *error);
    /*
     * [optional] Writes how many points of prospects make one point of the scores, from 1 to STONEHOUSE_MAX_UNITS: 1000 for thousandths of a point.
     * Always the same for the same rules. NULL, and in a plugin for 1.1: 1.
     */
    int32_t (*prospect_unit)(const void *rules, int64_t *unit, const stonehouse_sink *error);
    /*
     * [optional] The same rollout as `rollout` and `trace`, drawn from `dice`, which it leaves where it stopped: complete, or after the first step
     * after which `pause` is due. Writes the number of steps to `played`, and 1 to `complete` if it is complete. NULL, in a plugin for 1.2, or
     * STONEHOUSE_UNSUPPORTED: the host calls `rollout` or `trace` instead, and house rules act on no event in it.
     */
    int32_t (*rollout_until)(const void *rules, void *state, stonehouse_dice *dice, const stonehouse_pause *pause, stonehouse_traced *buffer,
        size_t capacity, size_t *len, uint32_t *played, uint32_t *complete, const stonehouse_sink *error);
} stonehouse_bots;

/* STONEHOUSE_EXTENSION_DETERMINIZE: something is hidden or random. Without it everybody knows everything, and nothing random is to come. */
typedef struct stonehouse_determinize {
    uint32_t struct_size;
    /* Resamples, from `seed`, everything that `seat` cannot know, including what is still to be drawn. What it sees stays as it is. */
    int32_t (*determinize)(const void *rules, void *state, uint32_t seat, uint64_t seed, const stonehouse_sink *error);

    /*
     * [optional] Writes 1 if something may be hidden from a seat that another seat sees, and 0 if every observer always sees the same and
     * only what is to come is unknown. Always the same under the same rules. NULL: 1.
     */
    int32_t (*hides)(const void *rules, uint32_t *hides, const stonehouse_sink *error);
} stonehouse_determinize;

/* What one of several seats has chosen. */
typedef struct stonehouse_chosen {
    uint32_t seat;
    uint32_t action;
    /* The values of the action's inputs, for the call; NULL if there are none. */
    const int64_t *values;
    size_t values_len;
} stonehouse_chosen;

/*
 * STONEHOUSE_EXTENSION_SIMULTANEOUS: several seats choose at once, in secret. While the turn is STONEHOUSE_TURN_TOGETHER the host collects
 * the choices and keeps them to itself; the state does not change until all are in.
 */
typedef struct stonehouse_simultaneous {
    uint32_t struct_size;
    /* As legal_actions, for `seat`, one of those that choose. */
    int32_t (*choices)(const void *rules, const void *state, uint32_t seat, uint32_t *buffer, size_t capacity, size_t *len,
        const stonehouse_sink *error);
    /*
     * Applies what all have chosen: `len` choices, one for each seat that chooses, in the order of seats. STONEHOUSE_ILLEGAL: one of them is
     * not legal, and the state is unchanged.
     */
    int32_t (*resolve)(
        const void *rules, void *state, const stonehouse_chosen *chosen, size_t len, const stonehouse_sink *error);
    /*
     * [cold] [optional] As describe, for what one of these seats may choose or, for the log and with values, has chosen. NULL: the host
     * calls describe, which does not get the seat.
     */
    int32_t (*describe_choice)(const void *rules, const void *state, const stonehouse_chosen *choice, uint32_t observer,
        const stonehouse_sink *out, const stonehouse_sink *error);
} stonehouse_simultaneous;

/* STONEHOUSE_EXTENSION_INPUTS: actions that take numbers, listed in their descriptions. */
typedef struct stonehouse_inputs {
    uint32_t struct_size;
    /*
     * Applies an action with the `len` values of its inputs, 1 to STONEHOUSE_MAX_VALUES. STONEHOUSE_ILLEGAL: the action is not legal, or not
     * with these values or this many, and the state is unchanged. (An action with inputs is not legal in `apply`, and one without not here.)
     */
    int32_t (*apply_with)(const void *rules, void *state, uint32_t action, const int64_t *values, size_t len,
        const stonehouse_sink *error);
    /*
     * Writes values that a bot may try with a legal action of `seat`: to `count` how many samples (0 for an action without inputs, at most
     * STONEHOUSE_MAX_SAMPLES), to `width` how many values each has, and to `values`, which has room for `capacity` numbers, one sample
     * after the other. All are legal. At its place in the list a sample keeps its meaning (the least, half the pot, all of it).
     */
    int32_t (*samples)(const void *rules, const void *state, uint32_t seat, uint32_t action, int64_t *values, size_t capacity,
        size_t *width, size_t *count, const stonehouse_sink *error);
    /* [cold] [optional] As describe, for a legal action with its values, for the log. NULL: the host calls describe, without the values. */
    int32_t (*describe_with)(const void *rules, const void *state, uint32_t action, const int64_t *values, size_t len,
        uint32_t observer, const stonehouse_sink *out, const stonehouse_sink *error);
} stonehouse_inputs;

/* STONEHOUSE_EXTENSION_CHANCE: the host rolls. Without it a game draws from a generator in its state, seeded by state_new. */
typedef struct stonehouse_chance {
    uint32_t struct_size;
    /*
     * While the turn is STONEHOUSE_TURN_CHANCE: writes what may happen, as codes to `codes`, ascending, none twice, with their weights to
     * `weights` (both have room for `capacity`), and their number to `len`, at least 1. No weight is 0, and their sum is below 2^32.
     * STONEHOUSE_TOO_SMALL as in legal_actions.
     */
    int32_t (*outcomes)(const void *rules, const void *state, uint32_t *codes, uint32_t *weights, size_t capacity, size_t *len,
        const stonehouse_sink *error);
    /* Lets one of them happen. STONEHOUSE_ILLEGAL: it is none of them, and the state is unchanged. */
    int32_t (*happen)(const void *rules, void *state, uint32_t code, const stonehouse_sink *error);
    /*
     * [cold] [optional] As describe, for an outcome that may happen; its path is empty. Once it has happened it is a line of the log, and recorded;
     * an observer who may not know it is given other words, or an empty text: then their log has no line. NULL: the host shows the code, to all.
     */
    int32_t (*describe_outcome)(const void *rules, const void *state, uint32_t code, uint32_t observer,
        const stonehouse_sink *out, const stonehouse_sink *error);
} stonehouse_chance;

/* STONEHOUSE_EXTENSION_ASSETS: pictures. Without rules, from any thread, always the same answers. */
typedef struct stonehouse_assets {
    uint32_t struct_size;
    /* [cold] Writes a JSON list of the names of all pictures: lower-case letters, digits, - _ and /, ending in .svg or .png. */
    int32_t (*names)(const stonehouse_sink *out, const stonehouse_sink *error);
    /*
     * [cold] Writes the bytes of the picture whose name has `len` bytes: static SVG of at most 256 KB, or PNG of at most 1 MB. STONEHOUSE_ABSENT:
     * there is none of that name.
     */
    int32_t (*asset)(const uint8_t *name, size_t len, const stonehouse_sink *out, const stonehouse_sink *error);
} stonehouse_assets;

/* STONEHOUSE_EXTENSION_FACTS: what house rules can read. Without it they read what hooks pass and what the host knows. */
typedef struct stonehouse_facts {
    uint32_t struct_size;
    /*
     * [cold] Writes the facts, in the order of their numbers: [{"name": "stones_left", "doc": "What it means.", "kind": "integer",
     * "each_seat": false}, ...]. Kinds: "integer", "boolean", "seat", {"word": ["one", "two"]}. Needs no rules.
     */
    int32_t (*declared)(const stonehouse_sink *out, const stonehouse_sink *error);
    /*
     * Writes fact `fact` to `values`, which has room for `len` numbers: one, or one for each seat. May be called during `fold`, with the state
     * that was passed there. Allocates nothing.
     */
    int32_t (*fact)(
        const void *rules, const void *state, uint32_t fact, int64_t *values, size_t len, const stonehouse_sink *error);
} stonehouse_facts;

/* STONEHOUSE_EXTENSION_ZONES: the places of the pieces, for house rules. Without it they do not read a position piece by piece. */
typedef struct stonehouse_zones {
    uint32_t struct_size;
    /*
     * [cold] Writes the zones, in the order of their numbers: [{"name": "board", "doc": "What it means.", "layout": {"grid": {"max": 64}},
     * "each_seat": false, "piece": [{"name": "kind", "doc": "What it means.", "kind": {"word": ["pawn", "rook"]}}, ...]}, ...].
     * Layouts: "grid", or {"list": {"max": 20}}. "secret": true where only the zone's seat may know it. Needs no rules.
     */
    int32_t (*declared)(const stonehouse_sink *out, const stonehouse_sink *error);
    /*
     * Writes the pieces of zone `zone` to `values`, which has room for `capacity` numbers: the fields of each piece, piece after piece, and
     * to `len` how many numbers. A grid begins with its rows and its columns, and has a piece for each place, row after row; where there is
     * none, the first field is -1. `seat` is the zone's seat, and 0 where there is only one
     * zone. May be called during `fold`, with the state that was passed there. Allocates nothing.
     */
    int32_t (*zone)(
        const void *rules, const void *state, uint32_t zone, uint32_t seat, int64_t *values, size_t capacity, size_t *len,
        const stonehouse_sink *error);
    /*
     * [optional] Writes what players call piece `piece` (its index among those of the zone) and its handle in the scenes of a seat that knows
     * it, for actions of house rules that are aimed at it: {"text": "F7", "handle": "pocket/6,5"}; or null. Without a handle the piece is
     * chosen by a button.
     */
    int32_t (*piece_label)(
        const void *rules, const void *state, uint32_t zone, uint32_t seat, uint32_t piece, const stonehouse_sink *out,
        const stonehouse_sink *error);
} stonehouse_zones;

/* STONEHOUSE_EXTENSION_EFFECTS: the effects of house rules. Without it they have only those of the host. */
typedef struct stonehouse_effects {
    uint32_t struct_size;
    /*
     * [cold] Writes the effects, in the order of their numbers: [{"name": "put_back", "doc": "What it does.", "arguments": [{"name": "stones",
     * "doc": "How many.", "kind": "integer"}, ...]}, ...]. Needs no rules.
     */
    int32_t (*declared)(const stonehouse_sink *out, const stonehouse_sink *error);
    /* Applies effect `effect` with `len` arguments. STONEHOUSE_REFUSED: it cannot be done here, and `error` got the reason. */
    int32_t (*effect)(
        const void *rules, void *state, uint32_t effect, const int64_t *arguments, size_t len, const stonehouse_sink *error);
} stonehouse_effects;

/*
 * STONEHOUSE_EXTENSION_NEWS: the results of an action, for the log. A description is read before the action is chosen, so it must not
 * contain what the action will reveal; this is called once it is applied.
 */
typedef struct stonehouse_news {
    uint32_t struct_size;
    /*
     * [cold] Writes the message for `observer` once `before` has become `after`, two states of the same rules: a text, which is a sentence of its
     * own, or null for none. `chosen` are the `len` choices that led there, in the order of seats: one, or several that
     * were made together; none where it was an action of house rules. It must reveal nothing that the scene of `after` for `observer` does not
     * show.
     */
    int32_t (*news)(const void *rules, const void *before, const void *after, const stonehouse_chosen *chosen, size_t len,
        uint32_t observer, const stonehouse_sink *out, const stonehouse_sink *error);
    /* Cold. Writes as JSON a text or null: the announcement of the deal for the observer, before the first action of a match. NULL: nothing is
     * announced. */
    int32_t (*opening)(const void *rules, const void *state, uint32_t observer, const stonehouse_sink *out, const stonehouse_sink *error);
} stonehouse_news;

/* STONEHOUSE_EXTENSION_RESULTS: descriptions that include what house rules do. Without it they contain only what the game itself does. */
typedef struct stonehouse_results {
    uint32_t struct_size;
    /*
     * [cold] As describe, of an action by which `before` became `after`, two states of the same rules: `after` includes what house rules did.
     * `chosen` is what was chosen, or NULL for an action of house rules: then the text, which may be empty, follows the action's own, the data
     * are added to the action's own, and the paths are ignored.
     */
    int32_t (*describe_result)(const void *rules, const void *before, const void *after, const stonehouse_chosen *chosen,
        uint32_t observer, const stonehouse_sink *out, const stonehouse_sink *error);
    /*
     * [cold] Writes what effect `effect` with `len` arguments did when `before` became `after`, as `observer` may know it: {"text": "F7 is
     * blocked", "data": {"pocket": "F7"}}; either may be left out. NULL: effects are recorded by their names and arguments.
     */
    int32_t (*effect_result)(const void *rules, const void *before, const void *after, uint32_t effect,
        const int64_t *arguments, size_t len, uint32_t observer, const stonehouse_sink *out, const stonehouse_sink *error);
} stonehouse_results;

#ifdef __cplusplus
}
#endif

#endif
