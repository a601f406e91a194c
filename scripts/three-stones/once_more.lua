-- Whoever scores with a stone plays again.
local house = {}

function house.plays_again(ctx, again)
    return again or ctx.points > 0
end

return house
