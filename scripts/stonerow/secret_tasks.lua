-- Secret tasks: before the match chance deals everybody one of four tasks, which nobody else sees: three StoneRows, a StoneRow of three cards or
-- more, a run (none of them broken), or a share in a StoneRow of another. The player who has fulfilled it at the end has twenty points more.
local house = {}

house.knobs = knobs {
    points = { 20, min = 1, max = 1000, doc = "Points for a task that is fulfilled." },
}

local tasks = { "three StoneRows", "a StoneRow of three", "a run", "a share" }

house.memory = {
    task = { each = "seat", values = { "no task", table.unpack(tasks) }, secret = true, label = "Secret task" },
}

house.rolls = {
    task = {
        each = "seat",
        values = tasks,
        secret = true,
        label = "Secret task",
        rolled = function(ctx, effects)
            effects.remember("task", ctx.seat, ctx.value)
        end,
    },
}

function house.match_started(ctx, effects)
    -- In team play no score is added up at the end.
    if not ctx.teams then
        for seat = 0, ctx.players - 1 do
            effects.roll("task", seat)
        end
    end
end

local function has_run(rows, seat)
    for _, row in rows do
        if row.owner == seat and row.kind == "run" and not row.broken then
            return true
        end
    end
    return false
end

function house.match_ended(ctx, effects)
    for seat, task in ctx.task do
        if
            task == "three StoneRows" and ctx.whole_rows[seat] >= 3
            or task == "a StoneRow of three" and ctx.longest_row[seat] >= 3
            or task == "a run" and has_run(ctx.rows, seat)
            or task == "a share" and ctx.shares[seat] > 0
        then
            effects.points(seat, house.knobs.points)
        end
    end
end

return house
