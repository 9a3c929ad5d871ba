import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllEnvs())

test('the configuration of the browser tests looks for Chromium when a browser starts, not when it is loaded', async () => {
  vi.stubEnv('CHROMIUM_PATH', '')
  vi.stubEnv('PATH', '')
  const { default: config } = await import('../../e2e/playwright.config.ts')
  vi.stubEnv('CHROMIUM_PATH', process.execPath)
  expect(config.use.launchOptions.executablePath).toBe(process.execPath)
})
