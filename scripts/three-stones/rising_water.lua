-- From the twentieth stone on the water rises: with every stone it takes an empty pocket that chance chooses.
local house = {}

function house.stone_placed(ctx, effects)
    if ctx.turn > 20 and ctx.empty_pockets > 0 then
        effects.block_random()
    end
end

return house
