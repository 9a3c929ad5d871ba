/**
 * How often a test is repeated in suites that wait for processes, sockets, timers or React, which a busy machine delays: in
 * `npm test` one failure among thousands must not hide the other results. The suites `packages`, `scripts`, `web` and `widget`
 * repeat only tests that compare times and say so (`{ retry: 1 }`), and neither does a run by hand.
 */
export const onBusyMachine = process.env.TEST_REPORT ? 1 : 0
