-- The player who gets the bonus in three hands one after another wins at once.
local house = {}

house.memory = {
    streak = { each = "seat", max = 3, label = "Bonuses in a row" },
}

function house.bonus_given(ctx, effects)
    for seat = 0, ctx.players - 1 do
        local streak = if seat == ctx.seat then ctx.streak[seat] + 1 else 0
        effects.remember("streak", seat, streak)
        if streak == 3 then
            effects.finish(seat)
        end
    end
end

-- A tie: nobody gets it.
function house.bonus_carried(ctx, effects)
    for seat = 0, ctx.players - 1 do
        effects.remember("streak", seat, 0)
    end
end

return house
