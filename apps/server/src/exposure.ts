import type { Config } from './config.ts'

/** Returns a warning when others can reach this server and no encryption is configured (CONFIG-6). */
export function exposureOf({ host, file }: Pick<Config, 'host' | 'file'>): string | undefined {
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.')
  if (isLocal || file.https || file.trustedProxies.length > 0) return undefined
  return (
    `Warning: HOST is ${host}, so other machines can reach this server, and it speaks HTTP without encryption: ` +
    'passwords and chats can be read on the way. Put a reverse proxy with TLS before it and set “https” and ' +
    '“trustedProxies” in the configuration file, or set HOST to 127.0.0.1.'
  )
}
