/** Loaded into a server before anything else: its clock is wrong by `WRONG_BY_MS`. */
const right = Date.now;
const wrongByMs = Number(process.env.WRONG_BY_MS);
Date.now = () => right() + wrongByMs;
