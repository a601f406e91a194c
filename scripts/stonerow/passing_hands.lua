-- At the end of every round but the last, all pass their hands to the left.
local house = {}

function house.round_ended(ctx, effects)
    if ctx.phase ~= "over" then
        effects.pass_hands()
    end
end

house.tests = {
    {
        name = "after the first round South has what was East's",
        seed = 1,
        actions = {
            "draw from the Quarry",
            "discard the yellow 1",
            "draw from the Quarry",
            "discard the green 6",
            "draw from the Quarry",
            "discard the red 1",
            "draw from the Quarry",
            "discard the blue 2",
            "draw from the Quarry",
        },
        expect = { to_act = "South", legal = "discard the red Guild Master" },
    },
}

return house
