import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from './root.mjs'
import { sbom } from './sbom.mjs'

const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))
const bill = sbom()
const byPlace = new Map(bill.components.map((component) => [component['bom-ref'], component]))

test('the bill of materials names the product and its shipped packages, with version, licence and checksum', () => {
  const { name, version } = packages['']
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { name, version } },
  })
  // Zod is one of those that development tools need, too.
  for (const shipped of ['fastify', 'pg', 'react', 'zod', '@electric-sql/pglite']) {
    const locked = packages[`node_modules/${shipped}`]
    expect(byPlace.get(`node_modules/${shipped}`), shipped).toMatchObject({
      purl: `pkg:npm/${shipped.replace('@', '%40')}@${locked.version}`,
      licenses: [{ expression: locked.license }],
      hashes: [{ alg: 'SHA-512', content: Buffer.from(locked.integrity.slice(7), 'base64').toString('hex') }],
    })
  }
  for (const tool of ['vitest', 'typescript', 'rolldown', 'knip'])
    expect(byPlace.has(`node_modules/${tool}`)).toBe(false)
})

test('everything shipped is reached from the product, and every reference exists', () => {
  const edges = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const reached = new Set()
  const visit = (ref) => {
    if (reached.has(ref)) return
    reached.add(ref)
    expect(edges.has(ref), ref).toBe(true)
    for (const next of edges.get(ref)) visit(next)
  }
  visit(bill.metadata.component['bom-ref'])
  expect([...byPlace.keys()].filter((place) => !reached.has(place))).toEqual([])
})

test('the same lockfile has the same serial number', () => {
  expect(sbom().serialNumber).toBe(bill.serialNumber)
  expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})
