-- Before each hand the bag is auctioned. Beginning with the player who moves first, everybody bids once, openly: more than the highest bid
-- so far, or nothing. The highest bid is paid into the bonus, and its bidder exchanges one of their stones with the bag. An empty bag is not
-- auctioned.
local house = {}

house.memory = {
    -- How many have yet to bid, and who is next.
    bids_left = { max = 5 },
    bidder = { max = 4 },
    -- The highest bid so far, and whose it is: -1 is nobody.
    highest = { max = 50, label = "Highest bid" },
    buyer = { min = -1, max = 4, start = -1 },
}

local function open(ctx, effects)
    effects.remember("bids_left", if ctx.bag > 0 then ctx.players else 0)
    effects.remember("bidder", ctx.first)
    effects.remember("highest", 0)
    effects.remember("buyer", -1)
end

-- The first hand is dealt before the match begins.
house.match_started = open
house.hand_dealt = open

local bid = {
    label = "Bid",
    tip = "The highest bid is paid into the bonus, for a stone from the bag.",
    -- The game waits until everybody has bid.
    first = true,
    targets = { 0, 5, 10, 20, 30, 50 },
}

function bid.when(ctx)
    if ctx.bids_left == 0 or ctx.seat ~= ctx.bidder then
        return false
    end
    return ctx.target == 0 or (ctx.target > ctx.highest and ctx.target <= ctx.coins[ctx.seat])
end

function bid.play(ctx, effects)
    local highest, buyer = ctx.highest, ctx.buyer
    if ctx.target > 0 then
        highest, buyer = ctx.target, ctx.seat
    end
    effects.remember("highest", highest)
    effects.remember("buyer", buyer)
    effects.remember("bids_left", ctx.bids_left - 1)
    effects.remember("bidder", (ctx.bidder + 1) % ctx.players)
    if ctx.bids_left == 1 and buyer >= 0 then
        effects.points(buyer, -highest)
        effects.carry(highest)
    end
end

local exchange = {
    label = "Exchange your stone",
    tip = "For one from the bag. Your stones are counted from the left: those in front first, then the hidden ones.",
    first = true,
    -- A board has at most six stones in front and six behind them.
    targets = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 },
}

function exchange.when(ctx)
    return ctx.bids_left == 0 and ctx.seat == ctx.buyer and ctx.target <= ctx.stones_each
end

function exchange.play(ctx, effects)
    -- Places are counted from 0.
    effects.draw_from_bag(ctx.seat, ctx.target - 1)
    effects.remember("buyer", -1)
end

house.actions = { bid = bid, exchange = exchange }

house.tests = {
    {
        name = "a bid must be higher than the last one",
        actions = { "Bid: 5" },
        expect = { illegal = "Bid: 5", legal = "Bid: 10" },
    },
    {
        name = "a trade has to wait",
        expect = { illegal = "pass" },
    },
}

return house
