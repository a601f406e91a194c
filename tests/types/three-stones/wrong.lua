-- A rule with faults: tests/types/wrong.txt has what is found.
local house: HouseRule = { tests = { { name = 3 } } }

function house.line_points(ctx: LinePoints, points: number): number
    return "five"
end

function house.stone_placed(ctx: StonePlaced, effects: Effects)
    effects.sya("Hello")
    effects.points("red", 2)
    effects.remember("streak", "red", 3)
    effects.place("white", 1)
end

function house.lien_points(ctx: LinePoints, points: number): number
    return points
end

local pass: Action = {
    lable = "Pass",
    when = function(ctx)
        return ctx.turn
    end,
    play = function(ctx, effects)
        effects.poinst(ctx.seat, 2)
    end,
}

house.actions = { pass = pass }

return house
