import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from './root.mjs'
import { sbom } from './sbom.mjs'

test('the bill of materials names the shipped packages of the lockfile, with version, licence and checksum', async () => {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))
  const { name, version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const bill = await sbom()
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name, version } } })
  const named = new Map(bill.components.map((component) => [component.purl, component]))
  for (const shipped of ['fastify', 'pg', 'react', 'zod']) {
    const locked = packages[`node_modules/${shipped}`]
    const component = named.get(`pkg:npm/${shipped}@${locked.version}`)
    expect(component, shipped).toBeDefined()
    expect(component.licenses).toEqual([{ license: { id: locked.license } }])
    const checksum = Buffer.from(locked.integrity.replace('sha512-', ''), 'base64').toString('hex')
    expect(component.hashes).toEqual([{ alg: 'SHA-512', content: checksum }])
  }
  // Tools of development are not shipped.
  const names = bill.components.map((component) => component.name)
  for (const tool of ['vitest', 'typescript', 'rolldown', 'knip']) expect(names).not.toContain(tool)
  const refs = bill.dependencies.map(({ ref }) => ref)
  expect(refs).toContain(`${name}@${version}`)
}, 60_000)
