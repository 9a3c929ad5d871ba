/** Returns the environment of a program under test: of the caller's own only what finds programs and their compiled code. */
export function bareEnv(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const own = ['PATH', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name]])
  return { ...Object.fromEntries(own.filter(([, value]) => value !== undefined)), ...more }
}
