-- At the end of every round but the last, all pass their hands to the left.
local house = {}

function house.round_ended(ctx, effects)
    if ctx.phase ~= "over" then
        effects.pass_hands()
    end
end

return house
