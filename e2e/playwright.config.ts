// Starts no server: each test starts the built product itself (apps/server/test/product.ts) and owns its data, configuration
// and shutdown.
import { defineConfig, devices } from '@playwright/test'
import { isFull } from './full.ts'
import { BROWSER_FLAGS, findHeadlessChromium } from './chromium.ts'

export default defineConfig({
  testDir: '.',
  globalSetup: './setup.config.ts',
  // Files start in the order of the projects: the walk takes the longest, and last it would leave the other workers idle.
  projects: [
    { name: 'walk', testMatch: 'every-page.test.ts' },
    { name: 'features', testMatch: '**/*.test.ts', testIgnore: 'every-page.test.ts' },
  ],
  // CONTRIBUTING.md says which tests need not run on every change.
  ...(!isFull && { grepInvert: /@full/ }),
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/screenshots/{arg}{ext}',
  fullyParallel: false,
  // Each worker has its own browser and product. Three of them leave two cores idle for a twelfth of the time.
  workers: 4,
  // One failure in hundreds of tests on a busy machine must not hide the other results; `npm test` lists the flaky ones at its end.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // A missing label fails early instead of at the end of the test.
    actionTimeout: 30_000,
    // Recording costs two fifths of all time; `npm run test:full` records, and so does `--trace on` for one file.
    trace: isFull ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      // Read when a browser starts: tools load this file, too.
      get executablePath() {
        return findHeadlessChromium()
      },
      // For plain-http.test.ts: other flags in one file cost a worker, its browser and its product.
      args: [...BROWSER_FLAGS, '--host-resolver-rules=MAP office.test 127.0.0.1'],
    },
  },
})
