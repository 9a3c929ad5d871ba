import { findChromium } from '../../e2e/chromium.ts'
import { canInstall, install } from './apt.mjs'
import { cannotRun } from './expected.mjs'

/** Returns the path of Chromium; installs it, with fonts for our languages, where possible. */
export async function ensureChromium() {
  const found = findChromium()
  if (found) return found
  if (canInstall) {
    await install('chromium', 'fonts-noto-core', 'fonts-liberation')
    const installed = findChromium()
    if (installed) return installed
  }
  throw cannotRun(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium fonts-noto-core fonts-liberation) ' +
      'or name one in CHROMIUM_PATH.',
  )
}
