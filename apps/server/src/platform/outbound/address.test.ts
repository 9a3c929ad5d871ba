import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { addressBytes, publicAddresses } from './address.ts'

const policy = publicAddresses()

test.each([
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.255',
  '168.63.129.16',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:a9fe:a9fe',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:53aa:64c:0:0:80ff:fffe',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:808:808::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%lo',
  'fec0::1',
  'ff02::1',
  '2606:4700::5efe:127.0.0.1',
  '2606:4700::200:5efe:7f00:1',
  '4000::1',
  '',
  'localhost',
  '127.1',
  '0x7f.0.0.1',
  '2130706433',
  '[::1]',
  '1.2.3.4.5',
  '::1::',
])('refuses %s', (address) => expect(policy.allows(address)).toBe(false))

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '168.63.129.15',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:829::200e',
  '2001:200::1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
])('allows %s', (address) => expect(policy.allows(address)).toBe(true))

test("refuses this machine's own addresses", () => {
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  expect(own.length).toBeGreaterThan(0)
  for (const { address } of own) expect(policy.allows(address)).toBe(false)
})

test('refuses addresses and ranges that the administrator adds, in every spelling', () => {
  const strict = publicAddresses(['93.184.216.34', '2606:4700::/32'])
  expect(strict.allows('93.184.216.34')).toBe(false)
  expect(strict.allows('::ffff:93.184.216.34')).toBe(false)
  expect(strict.allows('93.184.216.35')).toBe(true)
  expect(strict.allows('2606:4700:4700::1111')).toBe(false)
  expect(() => publicAddresses(['example.com'])).toThrow('example.com')
  expect(() => publicAddresses(['10.0.0.0/33'])).toThrow('10.0.0.0/33')
})

test('parses every spelling of an address to the same bytes', () => {
  const spellings = ['::ffff:7f00:1', '::FFFF:127.0.0.1', '0:0:0:0:0:ffff:7f00:0001']
  const bytes = spellings.map((spelling) => addressBytes(spelling)?.join('.'))
  expect(new Set(bytes)).toEqual(new Set(['0.0.0.0.0.0.0.0.0.0.255.255.127.0.0.1']))
})
