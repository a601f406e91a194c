-- A rule with something of everything, and types wherever they can stand. Only its types are right: nobody plays it.
local house: HouseRule = {}

house.memory = {
    streak = { each = "seat", max = 4, label = "Stones in a row that scored" },
    passed = { each = "seat", max = 1, secret = true },
    sky = { values = { "sun", "rain" }, start = "rain" },
    recent = { size = 3 },
    marks = { rows = 11, columns = 11, max = 1 },
}

function house.line_points(ctx: LinePoints, points: number): number
    if ctx.direction == "diagonal" and ctx.scores[ctx.player] < ctx.best then
        return points + ctx.streak[ctx.player]
    end
    return if ctx.scores.white > 3 then points else points + ctx.length
end

function house.may_play(ctx: MayPlay, allowed: boolean): boolean
    return allowed and (ctx.stone ~= "clear" or ctx.row ~= ctx.last_row)
end

function house.stone_placed(ctx: StonePlaced, effects: Effects)
    effects.remember("streak", ctx.player, if ctx.points > 0 then 1 else 0)
    if ctx.sky == "rain" and ctx.recent[1] + ctx.marks[ctx.row][ctx.col] > 0 then
        effects.remember("sky", "sun")
        effects.remember("recent", 1, ctx.row)
        effects.remember("marks", ctx.row, ctx.col, 1)
    end
    effects.points(ctx.player, ctx.lines)
    effects.place("clear", ctx.row, ctx.col + 1)
    effects.roll("die", ctx.player)
    effects.roll("weather")
    effects.say("A stone was placed")
    if ctx.empty_pockets == 0 then
        effects.finish("white", "black")
    end
end

local die: Roll = {
    each = "seat",
    sides = 6,
    label = "Die",
    rolled = function(ctx, effects)
        effects.points(ctx.seat, ctx.value)
    end,
}

local weather: Roll = {
    values = { "sun", "rain" },
    rolled = function(ctx, effects)
        effects.say(ctx.value)
    end,
}

house.rolls = { die = die, weather = weather }

local pass: Action = {
    label = "Pass for two points",
    tip = "Once in a match: the other player has the turn",
    targets = { 1, 2 },
    when = function(ctx)
        return ctx.passed[ctx.seat] < ctx.target
    end,
    play = function(ctx, effects)
        effects.points(ctx.seat, -ctx.target)
        effects.next_player(if ctx.seat == "white" then "black" else "white")
    end,
}

house.actions = { pass = pass }

house.tests = {
    { name = "diagonals count", hook = "line_points", ctx = { direction = "diagonal", scores = { 3, 1 } }, value = 1, gives = 1 },
    { hook = "may_play", ctx = { stone = "clear" }, value = true, gives = false },
    { name = "White is ahead", seed = "3", knobs = { lines = 2 }, actions = { "white to F7", 4 }, expect = { scores = { 0, 0 }, over = false } },
}

return house
