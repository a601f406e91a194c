-- Three times in a match each player may refuse the stone that was drawn: throw it away, or pass it on to the opponent, who may refuse it in
-- turn. Without a pouch no stone is drawn, and there is nothing to refuse.
local function may_refuse(ctx)
    return ctx.pouch and ctx.refusals[ctx.seat] > 0
end

local function refuse(ctx, effects)
    effects.remember("refusals", ctx.seat, ctx.refusals[ctx.seat] - 1)
end

return {
    memory = {
        refusals = { each = "seat", max = 3, start = 3, label = "Refusals left" },
    },

    actions = {
        throw_away = {
            label = "Throw it away",
            tip = "The stone leaves the game, and you draw another",
            when = may_refuse,
            play = function(ctx, effects)
                refuse(ctx, effects)
                effects.discard_drawn()
            end,
        },
        pass_on = {
            label = "Pass it on",
            tip = "Your opponent places this stone, or refuses it as well",
            when = may_refuse,
            play = function(ctx, effects)
                refuse(ctx, effects)
                effects.next_player(ctx.seat == "white" and "black" or "white")
            end,
        },
    },

    tests = {
        {
            name = "Black has to place the stone",
            actions = { "Pass it on" },
            expect = { to_act = "Black" },
        },
        {
            name = "three times at most",
            actions = { "Throw it away", "Throw it away", "Throw it away" },
            expect = { to_act = "White", illegal = "Throw it away" },
        },
    },
}
