/**
 * How often a test is repeated in suites that wait for processes, sockets, timers or a DOM, which a busy machine delays: in
 * `npm test` one failure among thousands must not hide the other results. The suites `packages` and `scripts` repeat nothing, and
 * neither does a run by hand.
 */
export const onBusyMachine = process.env.TEST_REPORT ? 1 : 0
