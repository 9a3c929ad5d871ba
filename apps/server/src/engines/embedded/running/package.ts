// Finds out whether the optional llama.cpp package is installed, without loading it.
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { arch, platform } from 'node:process'

/** Builds of llama.cpp without GPU support, by platform and CPU. */
const BUILDS: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-arm64': 'mac-arm64-metal',
  'darwin-x64': 'mac-x64',
  'win32-x64': 'win-x64',
  'win32-arm64': 'win-arm64',
}

/**
 * Returns the version of node-llama-cpp that `from` would import; undefined if it or its build for this machine is missing.
 */
export function installedLlama(from = import.meta.url): string | undefined {
  const main = manifestOf('node-llama-cpp', from)
  const build = BUILDS[`${platform}-${arch}`]
  if (!main || !build || !manifestOf(`@node-llama-cpp/${build}`, main)) return undefined
  const { version } = JSON.parse(readFileSync(main, 'utf8')) as { version: string }
  return version
}

function manifestOf(name: string, from: string): string | undefined {
  try {
    return findPackageJSON(name, from)
  } catch {
    // The package is not installed: resolving throws for no other reason.
    return undefined
  }
}
