/** Whether the host name of a URL belongs to the organisation: loopback, a private address, or a name without a domain. */
export function isOwnHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host))
    return /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host)
  if (host.includes(':')) return host === '::1' || /^f[cd]/.test(host)
  return !host.includes('.') || /\.(local|lan|internal|home\.arpa)$/.test(host)
}
