// A Vitest reporter: writes one line per failure, also for errors outside of tests, and one per test that passed only when it
// ran again, into a file. `npm test` repeats them at its end, where they are easy to find.
import { writeFileSync } from 'node:fs'

export class VitestFailures {
  constructor(file) {
    this.file = file
  }

  onTestRunEnd(modules, unhandled) {
    const lines = []
    const flaky = []
    for (const file of modules) {
      const line = (test) =>
        `${file.relativeModuleId} › ${test.fullName}: ${test.result().errors?.[0]?.message}`
      for (const error of file.errors()) lines.push(`${file.relativeModuleId}: ${error.message}`)
      for (const test of file.children.allTests('failed')) lines.push(line(test))
      for (const test of file.children.allTests('passed'))
        if (test.diagnostic()?.flaky) flaky.push(line(test))
    }
    for (const error of unhandled) {
      const during = error.VITEST_TEST_PATH ? ` (while ${error.VITEST_TEST_PATH} ran)` : ''
      lines.push(`outside of any test${during}: ${causesOf(error)}${error.stack ?? error.message}`)
    }
    writeFileSync(this.file, JSON.stringify({ failures: lines, flaky }))
  }
}

// A crashed worker reports only in `cause` how it ended and which file it was running.
function causesOf(error) {
  const causes = []
  for (let cause = error.cause; cause !== undefined && cause !== null; cause = cause.cause)
    causes.push(`${cause.message}: `)
  return causes.join('')
}
