/** Whether `npm run test:full` runs: CONTRIBUTING.md lists what it adds. */
export const isFull = process.env['TEST_FULL'] === '1'
