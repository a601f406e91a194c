-- A hand limit: the player who has more than six cards after a turn puts cards of their choice on the Brickyard until six are left.
local house = {}

house.knobs = knobs {
    limit = { 6, min = 1, max = 20, doc = "How many cards may be kept in hand." },
}

house.memory = {
    -- How many cards each player has to put away still.
    too_many = { each = "seat", max = 100 },
}

local put_away = {
    label = "Put a card away",
    tip = "Your hand is larger than is allowed.",
    -- Others see it there, and not which card of the hand it was.
    log = "puts a card on the Brickyard",
    -- The others wait.
    first = true,
    targets = "cards",
}

function put_away.when(ctx)
    return ctx.too_many[ctx.seat] > 0
end

function put_away.play(ctx, effects)
    effects.discard_held(ctx.seat, ctx.target)
    effects.remember("too_many", ctx.seat, ctx.too_many[ctx.seat] - 1)
end

house.actions = { put_away = put_away }

function house.turn_ended(ctx, effects)
    if ctx.phase ~= "over" then
        effects.remember("too_many", ctx.seat, math.max(0, ctx.hand_cards[ctx.seat] - house.knobs.limit))
    end
end

return house
