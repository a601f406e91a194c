-- A Spy is discarded for a look at the hand of another player. That is the turn's action.
local house = {}

local look = {
    label = "Send the Spy to",
    tip = "You see the hand of that player. What is in it now you will know as long as it stays there.",
    targets = "seats",
}

function look.when(ctx)
    -- Somebody else may be asked something in one's turn.
    local my_turn = ctx.phase == "act" and ctx.mover == ctx.seat
    -- Spies are the first kind of house cards.
    return my_turn and ctx.target ~= ctx.seat and ctx.house_1_held[ctx.seat] > 0
end

function look.play(ctx, effects)
    effects.spend_card(ctx.seat, "house_1")
    effects.show_hand(ctx.target, ctx.seat)
    effects.end_turn()
end

house.actions = { look = look }

house.tests = {
    { name = "nobody sends a Spy before the draw", expect = { illegal = "Send the Spy to: West" } },
}

return house
