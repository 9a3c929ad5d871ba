// Whether llama.cpp is installed: an optional part of the product, found out without loading it.
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { arch, platform } from 'node:process'

/** The builds of llama.cpp that are made without a graphics card, by the machine they run on. */
const BUILDS: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-arm64': 'mac-arm64-metal',
  'darwin-x64': 'mac-x64',
  'win32-x64': 'win-x64',
  'win32-arm64': 'win-arm64',
}

/** The version of node-llama-cpp that `from` would import, with its build for this machine; undefined without. */
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
    // It throws for what is not installed, and says nothing else by it.
    return undefined
  }
}
