-- The pie rule: one cuts, the other chooses. After the first stone the other player may change colours, and so take it over.
return {
    actions = {
        change_colours = {
            label = "Change colours",
            tip = "Take over the first stone: black becomes white and white becomes black",
            when = function(ctx)
                return ctx.turn == 2 and ctx.seat ~= ctx.first_player
            end,
            play = function(ctx, effects)
                effects.swap_colours()
                effects.next_player(ctx.first_player)
            end,
        },
    },

    tests = {
        {
            name = "Black may take the first stone over",
            knobs = { pouch = false },
            actions = { "white to D4" },
            expect = { to_act = "Black", legal = "Change colours" },
        },
        {
            name = "then White, who has Black's stones now, plays on",
            knobs = { pouch = false },
            actions = { "white to D4", "Change colours" },
            expect = { to_act = "White", illegal = "Change colours" },
        },
    },
}
