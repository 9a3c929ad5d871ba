import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** The last five flags prevent Chromium from calling hosts of its own; no sandbox, because CI often runs as root. */
export const BROWSER_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Returns the installed Chromium: CHROMIUM_PATH, else the first common name found on the PATH, else undefined. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named) return isExecutable(named) ? named : undefined
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
