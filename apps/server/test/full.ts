/** Whether `npm run test:full` runs: all repetitions and combinations. CONTRIBUTING.md lists them. */
export const isFull = process.env['TEST_FULL'] === '1'
