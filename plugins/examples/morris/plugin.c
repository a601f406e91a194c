/*
 * Nine men's morris as a Stonehouse plugin: the functions that the program calls, on top of rules.h. The task of each
 * function is described in stonehouse_plugin.h.
 */
#include "rules.h"
#include "stonehouse_plugin.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The figure of both sides: the program puts the side's colour in for `currentColor`. */
static const char MAN[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">"
    "<circle cx=\"50\" cy=\"50\" r=\"47\" fill=\"currentColor\" stroke=\"#2a1a0c\" stroke-width=\"3\"/>"
    "<circle cx=\"50\" cy=\"50\" r=\"35\" fill=\"none\" stroke=\"#8a745c\" stroke-width=\"3\"/>"
    "<circle cx=\"50\" cy=\"50\" r=\"22\" fill=\"none\" stroke=\"#8a745c\" stroke-width=\"3\"/>"
    "<ellipse cx=\"38\" cy=\"28\" rx=\"20\" ry=\"9\" fill=\"#ffffff\" fill-opacity=\"0.28\"/></svg>";

static const char HELP[] =
    "# Nine men's morris\\n\\nWhite and Black have nine men each, on twenty-four points joined by lines.\\n\\n"
    "**Placing.** In turn each puts a man on an empty point, until all are placed.\\n\\n"
    "**Moving.** Then each moves a man along a line to the next point, if that is empty. The player who has only three men left may jump to "
    "any empty point; a variant can turn that off (`flying = false`).\\n\\n"
    "**Mills.** Three of your men in a row along a line are a mill. Whenever you close one, take a man of the other player off the "
    "board: one that is in no mill, as long as there is such a man.\\n\\n"
    "**The end.** The player who has fewer than three men, or cannot move, loses. After fifty moves of each player without a mill the game is "
    "drawn.";

static const char *const TINTS[] = { "white", "black" };

/* Writes to a sink, which may be NULL. */
static void say(const stonehouse_sink *sink, const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (sink && sink->write && len > 0 && (size_t)len < sizeof text) {
        sink->write(sink->context, (const uint8_t *)text, (size_t)len);
    }
}

/* The place of a point: x to the right and y downwards, from 0 to 6. */
static void place_of(int point, int *x, int *y)
{
    static const int CORNERS[8][2] = { {-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0} };
    int reach = 3 - point / 8;
    *x = 3 + reach * CORNERS[point % 8][0];
    *y = 3 + reach * CORNERS[point % 8][1];
}

/* The name of a point: "a7" at the upper left. */
static void name_of(int point, char name[3])
{
    int x, y;
    place_of(point, &x, &y);
    name[0] = (char)('a' + x);
    name[1] = (char)('7' - y);
    name[2] = '\0';
}

static int32_t about(const stonehouse_sink *out, const stonehouse_sink *error)
{
    (void)error;
    say(out, "{\"about\": {\"id\": \"morris\", \"name\": \"Nine men's morris\", \"version\": \"1.0.0\",");
    say(out, "\"manifest\": {\"authors\": [\"The Stonehouse authors\"], \"licence\": \"MIT OR Apache-2.0\", \"minutes\": [10, 30], \"weight\": 1},");
    say(out, "\"summary\": \"Close mills, and take the other's men\", \"seats\": {\"min\": 2, \"max\": 2, \"default\": 2},");
    say(out, "\"rules\": \"%s\"}, \"hooks\": [], \"knobs\": [", HELP);
    say(out, "{\"name\": \"flying\", \"doc\": \"Whether a player with three men left may jump to any empty point.\",");
    say(out, "\"kind\": \"boolean\", \"default\": true}]}");
    return STONEHOUSE_OK;
}

/* Finds the only knob by a search of the text: the program has checked it, and writes it without blanks. */
static int32_t rules_new(
    const uint8_t *json, size_t len, const stonehouse_host *host, void **rules, const stonehouse_sink *error)
{
    (void)host;
    static const char GROUNDED[] = "\"flying\":false";
    Rules *made = malloc(sizeof *made);
    if (!made) {
        say(error, "there is no memory left");
        return STONEHOUSE_PANIC;
    }
    made->flying = true;
    for (size_t at = 0; at + sizeof GROUNDED - 1 <= len; at++) {
        if (memcmp(json + at, GROUNDED, sizeof GROUNDED - 1) == 0) {
            made->flying = false;
        }
    }
    *rules = made;
    return STONEHOUSE_OK;
}

static void rules_free(void *rules)
{
    free(rules);
}

static int32_t seating(const void *rules, const stonehouse_sink *out, const stonehouse_sink *error)
{
    (void)rules, (void)error;
    say(out, "{\"seats\": [{\"name\": \"White\", \"team\": 0}, {\"name\": \"Black\", \"team\": 1}]}");
    return STONEHOUSE_OK;
}

static int32_t make(const Position *like, void **state, const stonehouse_sink *error)
{
    Position *made = malloc(sizeof *made);
    if (!made) {
        say(error, "there is no memory left");
        return STONEHOUSE_PANIC;
    }
    *made = *like;
    *state = made;
    return STONEHOUSE_OK;
}

static int32_t state_new(const void *rules, uint64_t seed, void **state, const stonehouse_sink *error)
{
    (void)rules, (void)seed;
    Position start;
    position_new(&start);
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
    memcpy(state, source, sizeof(Position));
    return STONEHOUSE_OK;
}

static int32_t turn(const void *rules, const void *state, uint32_t *turn, uint32_t *seats, const stonehouse_sink *error)
{
    (void)seats, (void)error;
    int mover = position_turn(rules, state);
    *turn = mover == 2 ? STONEHOUSE_TURN_OVER : (uint32_t)mover;
    return STONEHOUSE_OK;
}

static int32_t legal_actions(
    const void *rules, const void *state, uint32_t *buffer, size_t capacity, size_t *len, const stonehouse_sink *error)
{
    (void)error;
    int room = capacity > 100000 ? 100000 : (int)capacity;
    int count = position_moves(rules, state, buffer, room);
    *len = (size_t)count;
    return count > room ? STONEHOUSE_TOO_SMALL : STONEHOUSE_OK;
}

static int32_t apply(const void *rules, void *state, uint32_t action, const stonehouse_sink *error)
{
    (void)error;
    return position_play(rules, state, action) ? STONEHOUSE_OK : STONEHOUSE_ILLEGAL;
}

/* The player who wins has one point. A draw is won by both. */
static int32_t outcome(
    const void *rules, const void *state, int64_t *scores, size_t seats, uint32_t *winners, const stonehouse_sink *error)
{
    (void)error;
    bool over = position_turn(rules, state) == 2;
    int winner = over ? position_winner(rules, state) : 2;
    for (size_t seat = 0; seat < seats; seat++) {
        scores[seat] = over && winner == (int)seat ? 1 : 0;
    }
    *winners = winner == 2 ? 3 : 1u << winner;
    return STONEHOUSE_OK;
}

static void say_man(const stonehouse_sink *out, int id, int seat, const char *on, int count, bool last)
{
    say(out, "{\"id\": %d, \"face\": {\"picture\": {\"asset\": \"man.svg\", \"tint\": \"%s\"}}, \"name\": \"%s man\", \"on\": \"%s\"",
        id, TINTS[seat], seat == 0 ? "white" : "black", on);
    say(out, ", \"count\": %d, \"marks\": [%s]}", count, last ? "\"last\"" : "");
}

static void say_board(const stonehouse_sink *out, const Position *now)
{
    say(out, "{\"handle\": \"board\", \"title\": \"Board\", \"layout\": {\"cells\": {\"cells\": [");
    for (int point = 0; point < POINTS; point++) {
        int x, y;
        char name[3];
        place_of(point, &x, &y);
        name_of(point, name);
        say(out, "%s{\"handle\": \"point/%s\", \"name\": \"%s\", \"at\": [%d, %d], \"outline\": {\"crossing\": 0.42}}",
            point > 0 ? "," : "", name, name, x, y);
    }
    say(out, "], \"lines\": [");
    for (int ring = 0; ring < 3; ring++) {
        int far = 6 - ring;
        say(out, "%s{\"points\": [[%d,%d],[%d,%d],[%d,%d],[%d,%d],[%d,%d]], \"width\": 0.06}", ring > 0 ? "," : "", ring, ring, far,
            ring, far, far, ring, far, ring, ring);
    }
    say(out, ",{\"points\": [[3,0],[3,2]], \"width\": 0.06},{\"points\": [[3,4],[3,6]], \"width\": 0.06}");
    say(out, ",{\"points\": [[0,3],[2,3]], \"width\": 0.06},{\"points\": [[4,3],[6,3]], \"width\": 0.06}], \"labels\": [");
    for (int line = 0; line < 7; line++) {
        say(out, "%s{\"at\": [%d, 6.75], \"text\": \"%c\"},{\"at\": [-0.75, %d], \"text\": \"%c\"}", line > 0 ? "," : "", line,
            'a' + line, line, '7' - line);
    }
    say(out, "]}}, \"pieces\": [");
    bool first = true;
    for (int point = 0; point < POINTS; point++) {
        if (now->at[point] != EMPTY) {
            char name[3], on[16];
            name_of(point, name);
            snprintf(on, sizeof on, "point/%s", name);
            say(out, "%s", first ? "" : ",");
            say_man(out, now->man[point], now->at[point] - 1, on, 1, point == now->last);
            first = false;
        }
    }
    say(out, "]}");
}

/* The number of the man that is placed next. */
static int next_man(const Position *now, int seat)
{
    return MEN * seat + MEN + 1 - now->in_hand[seat];
}

static int32_t scene(
    const void *rules, const void *state, uint32_t observer, const stonehouse_sink *out, const stonehouse_sink *error)
{
    (void)observer, (void)error;
    const Position *now = state;
    int mover = position_turn(rules, now);
    int winner = mover == 2 ? position_winner(rules, now) : 2;
    if (mover != 2) {
        say(out, "{\"status\": \"%s\", \"areas\": [", now->in_hand[0] + now->in_hand[1] > 0 ? "Placing" : "Moving");
    } else if (winner == 2) {
        say(out, "{\"status\": \"A draw\", \"areas\": [");
    } else {
        say(out, "{\"status\": {\"template\": \"{winner} wins\", \"with\": [[\"winner\", {\"seat\": %d}]]}, \"areas\": [", winner);
    }
    say_board(out, now);
    for (int seat = 0; seat < 2 && now->in_hand[0] + now->in_hand[1] > 0; seat++) {
        say(out, ",{\"handle\": \"hand/%d\", \"title\": {\"template\": \"{player}'s men\", \"with\": [[\"player\", {\"seat\": %d}]]}", seat, seat);
        say(out, ", \"seat\": %d, \"layout\": \"row\", \"pieces\": [", seat);
        if (now->in_hand[seat] > 0) {
            say_man(out, next_man(now, seat), seat, "", now->in_hand[seat], false);
        }
        say(out, "]}");
    }
    say(out, "], \"seats\": [");
    for (int seat = 0; seat < 2; seat++) {
        int men = position_men(now, seat);
        say(out, "%s{\"seat\": %d, \"tint\": \"%s\", \"notes\": [\"%d men\"]}", seat > 0 ? "," : "", seat, TINTS[seat], men);
    }
    say(out, "], \"prompt\": ");
    if (mover == 2) {
        say(out, "null}");
    } else if (now->in_hand[mover] > 0) {
        say(out, "{\"seat\": %d, \"text\": \"Place a man\", \"holds\": %d}}", mover, next_man(now, mover));
    } else {
        say(out, "{\"seat\": %d, \"text\": \"Move a man\"}}", mover);
    }
    return STONEHOUSE_OK;
}

static int32_t describe(const void *rules, const void *state, uint32_t action, uint32_t observer, const stonehouse_sink *out,
    const stonehouse_sink *error)
{
    (void)rules, (void)state, (void)observer;
    Move move;
    if (!move_of(action, &move)) {
        say(error, "there is no action %u", action);
        return STONEHOUSE_ARGUMENT;
    }
    char from[3] = "", to[3], take[3] = "";
    name_of(move.to, to);
    if (move.from != NONE) {
        name_of(move.from, from);
    }
    if (move.take != NONE) {
        name_of(move.take, take);
    }
    say(out, "{\"text\": \"%s%s%s%s%s\"", from, from[0] ? " to " : "to ", to, take[0] ? ", taking " : "", take);
    say(out, ", \"data\": {\"from\": \"%s\", \"to\": \"%s\", \"takes\": \"%s\"}, \"paths\": [[", from, to, take);
    if (from[0]) {
        say(out, "\"point/%s\",", from);
    }
    say(out, "\"point/%s\"", to);
    if (take[0]) {
        say(out, ",\"point/%s\"", take);
    }
    say(out, "]]}");
    return STONEHOUSE_OK;
}

static int32_t asset_names(const stonehouse_sink *out, const stonehouse_sink *error)
{
    (void)error;
    say(out, "[\"man.svg\"]");
    return STONEHOUSE_OK;
}

static int32_t asset(const uint8_t *name, size_t len, const stonehouse_sink *out, const stonehouse_sink *error)
{
    (void)error;
    if (len != 7 || memcmp(name, "man.svg", 7) != 0) {
        return STONEHOUSE_ABSENT;
    }
    say(out, "%s", MAN);
    return STONEHOUSE_OK;
}

static const stonehouse_assets ASSETS = {
    .struct_size = sizeof(stonehouse_assets),
    .names = asset_names,
    .asset = asset,
};

static const void *extension(const char *id)
{
    return strcmp(id, STONEHOUSE_EXTENSION_ASSETS) == 0 ? &ASSETS : NULL;
}

/*
 * The symbol that the program looks for in this library. The program replaces the functions that are not named here:
 * random games, copies, help for bots.
 */
STONEHOUSE_EXPORT const stonehouse_plugin_table stonehouse_plugin_morris = {
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
    .extension = extension,
};
