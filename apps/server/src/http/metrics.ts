import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge, Histogram, type Registry } from 'prom-client'

/**
 * Measures requests by route (never by URL, which contains personal values) and serves `/metrics` in Prometheus format: only
 * to this machine, unless `open`.
 */
export function mountMetrics(
  app: FastifyInstance,
  { registry, open, streams }: { registry: Registry; open: boolean; streams: () => number },
): void {
  const seconds = new Histogram({
    name: 'polylogue_http_request_seconds',
    help: 'Time from a request to the end of its reply',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'polylogue_http_streams',
    help: 'Event streams that are open',
    registers: [registry],
    collect() {
      this.set(streams())
    },
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1_000,
    )
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (!open && !isFromThisMachine(request)) return reply.callNotFound()
    reply.headers({ 'content-type': registry.contentType, 'cache-control': 'no-store' })
    return registry.metrics()
  })
}

/** Uses the socket's own address: a proxy on this machine forwards for everybody. */
function isFromThisMachine(request: FastifyRequest): boolean {
  const { headers, socket } = request.raw
  if (headers['x-forwarded-for'] ?? headers['forwarded'] ?? headers['x-real-ip'] ?? headers['via'])
    return false
  return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '')
}
