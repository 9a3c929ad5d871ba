import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { chunk, jpeg, png, pngHeader, segment } from '#test/pictures.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

let app: TestApp
let anna: TestUser
let bert: TestUser
let admin: TestUser
let walled: TestUser

beforeAll(async () => {
  app = await testApp()
  const wall = (await app.deps.group(6, [])).contextId
  anna = await app.deps.user()
  bert = await app.deps.user()
  admin = await app.deps.user({ roleId: 3 })
  walled = await app.deps.user({ tenantContextId: wall })
})
afterAll(() => app.close())

const of = (who: { id: number }) => ({ params: { id: who.id } })
const upload = (file: Uint8Array, more: { name?: string; mime_type?: string; size?: number } = {}) => ({
  name: 'me.png',
  mime_type: 'image/png',
  base64: Buffer.from(file).toString('base64'),
  ...more,
})
const set = async (who: TestUser, body: ReturnType<typeof upload>, whose: { id: number } = who) =>
  (await who.client.call(contract.users.setPicture, { ...of(whose), body })).data.profilepic
const bytes = async (who: TestUser, whose: { id: number }) => {
  const { data } = await who.client.call(contract.users.pictureBytes, of(whose))
  return { file: Buffer.from(data.content, 'base64'), mimeType: data.mime_type }
}
const refused = { status: 415, code: 'PICTURE_REFUSED' }
const invalid = { status: 400, code: 'VALIDATION_FAILED' }
const secret = Buffer.from('GPS 52.52 13.40 <script>alert(1)</script>')

describe('a profile picture', () => {
  test('is set, shown in the profile, read by other users, replaced and removed', async () => {
    await expect(anna.client.call(contract.users.picture, of(anna))).rejects.toMatchObject({
      status: 404,
      code: 'NONE_FOUND',
    })
    const first = await set(anna, upload(png()))
    expect(first).toMatchObject({ name: 'me.png', mime_type: 'image/png', size: png().length })
    const { data } = await bert.client.call(contract.users.get, of(anna))
    expect(data.user.picture).toBe(first.picture)
    expect((await bert.client.call(contract.users.picture, of(anna))).data).toEqual(first)
    expect(await bytes(bert, anna)).toEqual({ file: png(), mimeType: 'image/png' })

    const second = await set(anna, upload(jpeg(), { name: 'holiday.jpeg' }))
    expect(second).toMatchObject({ name: 'holiday.jpg', mime_type: 'image/jpeg' })
    expect(second.picture).not.toBe(first.picture)
    expect((await bytes(bert, anna)).mimeType).toBe('image/jpeg')

    await anna.client.call(contract.users.removePicture, of(anna))
    for (const call of [contract.users.picture, contract.users.pictureBytes])
      await expect(bert.client.call(call, of(anna))).rejects.toMatchObject({ code: 'NONE_FOUND' })
  })

  test('of another user can only be removed, and only by an administrator', async () => {
    await set(anna, upload(png()))
    const denied = { status: 403, code: 'PERMISSION_DENIED' }
    for (const who of [bert, admin]) await expect(set(who, upload(png()), anna)).rejects.toMatchObject(denied)
    await expect(bert.client.call(contract.users.removePicture, of(anna))).rejects.toMatchObject(denied)
    expect((await bytes(bert, anna)).file).toEqual(png())
    await admin.client.call(contract.users.removePicture, of(anna))
    await expect(bytes(bert, anna)).rejects.toMatchObject({ code: 'NONE_FOUND' })
  })

  test('of another tenant returns 404', async () => {
    await set(anna, upload(png()))
    const missing = { status: 404, code: 'NOT_FOUND' }
    await expect(bytes(walled, anna)).rejects.toMatchObject(missing)
    await expect(walled.client.call(contract.users.picture, of(anna))).rejects.toMatchObject(missing)
    await expect(set(walled, upload(png()), anna)).rejects.toMatchObject(missing)
    await expect(walled.client.call(contract.users.removePicture, of(anna))).rejects.toMatchObject(missing)
  })
})

describe('size (ACCOUNT-6)', () => {
  test('accepts up to 511,999 bytes and refuses more with 413, whatever `size` says', async () => {
    expect(await set(anna, upload(png({ size: 511_999 }), { size: 9_999_999 }))).toMatchObject({
      size: 511_999,
    })
    for (const size of [512_000, 512_001, 700_000])
      await expect(set(anna, upload(png({ size }), { size: 1 }))).rejects.toMatchObject({
        status: 413,
        code: 'PICTURE_TOO_LARGE',
        message: `Your photo is too large (over 512 Kb): it has ${size} bytes.`,
      })
    expect((await bytes(anna, anna)).file).toHaveLength(511_999)
  })

  test.each([
    ['a line break', (text: string) => `${text.slice(0, 76)}\n${text.slice(76)}`],
    ['padding cut off', (text: string) => text.replace(/=+$/, '')],
    ['padding in the middle', (text: string) => `${text.slice(0, 8)}==${text.slice(8)}`],
    ['too much padding', (text: string) => `${text}=`],
    ['the URL-safe alphabet', (text: string) => text.replace(/[A-Za-z]/, '-')],
    ['excess bits at the end', (text: string) => text.replace(/.==$/, 'B==').replace(/.=$/, 'B=')],
  ])('base64 with %s is refused with 400', async (_, spoil) => {
    const file = png({ size: png().length + ((2 - (png().length % 3) + 3) % 3) })
    const base64 = file.toString('base64')
    const spoilt = spoil(base64)
    expect(spoilt).not.toBe(base64)
    await expect(set(anna, { ...upload(file), base64: spoilt })).rejects.toMatchObject(invalid)
  })

  test('base64 as a data: URL is accepted', async () => {
    const base64 = `data:image/png;base64,${png().toString('base64')}`
    expect(await set(anna, { ...upload(png()), base64 })).toMatchObject({ size: png().length })
  })
})

describe('the file type (ACCOUNT-6)', () => {
  test('is detected from the content; the sent name is cleaned, the sent type ignored', async () => {
    const sent = upload(jpeg(), {
      name: '../../C:\\x\u202Egnp.\u0000exe.php'.replace('\0', ''),
      mime_type: 'text/html',
    })
    expect(await set(anna, sent)).toMatchObject({ name: 'xgnp.jpg', mime_type: 'image/jpeg' })
    const long = await set(anna, upload(png(), { name: `${'x'.repeat(490)}.png` }))
    expect(long.name).toHaveLength(204)
    expect(await set(anna, upload(png(), { name: ' ' }))).toMatchObject({ name: 'picture.png' })
  })

  const GIF = Buffer.from('47494638396101000100000000002c00000000010001000002', 'hex')
  test.each<[string, Uint8Array]>([
    ['an empty file', Buffer.alloc(0)],
    ['a text', Buffer.from('hello')],
    ['a program', Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a PHP script', Buffer.from('<?php system($_GET["x"]);')],
    ['a Flash film', Buffer.from('435753050000000078', 'hex')],
    ['a GIF', GIF],
    ['a GIF that is a script', Buffer.concat([Buffer.from('GIF89a/*'), Buffer.from('*/=1;alert(1)')])],
    ['a WebP', Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1')],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['an archive', Buffer.from('504b0304', 'hex')],
    ['only the signature of a PNG', png().subarray(0, 8)],
    ['a PNG followed by an archive', Buffer.concat([png(), Buffer.from('504b0304', 'hex')])],
    ['a JPEG followed by an HTML page', jpeg({ after: Buffer.from('<html>') })],
    ['a JPEG followed by an archive', jpeg({ after: Buffer.from('504b0506', 'hex') })],
    ['an HTML page followed by a PNG', Buffer.concat([Buffer.from('<html>'), png()])],
    ['a PNG with a wrong checksum', flipped(png(), -20)],
    ['a PNG with two headers', png({ extra: [pngHeader(2, 2)] })],
    ['a PNG with an unknown critical chunk', png({ extra: [chunk('EVIL')] })],
    ['a PNG of zero width', png({ width: 0, data: Buffer.from([0]) })],
    ['a PNG without data', Buffer.concat([png().subarray(0, 33), chunk('IEND')])],
    ['a JPEG of zero height', jpeg({ height: 0 })],
    ['a JPEG with two frames', jpeg({ extra: [segment(0xc0, Buffer.from('080008000801011100', 'hex'))] })],
    ['a lossless JPEG', jpeg({ extra: [segment(0xc3, Buffer.from('080008000801011100', 'hex'))] })],
  ])('of %s is refused with 415', async (_, file) => {
    await expect(set(anna, upload(file))).rejects.toMatchObject(refused)
  })

  test('of a truncated file is refused with 415', async () => {
    for (const file of [png(), jpeg()])
      for (let length = 0; length < file.length; length += 7)
        await expect(set(anna, upload(file.subarray(0, length)))).rejects.toMatchObject(refused)
  })
})

describe('the content (INPUT-2)', () => {
  test('is stored without metadata, comments and thumbnails', async () => {
    const app1 = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), secret]))
    const thumbnail = segment(0xe0, Buffer.concat([Buffer.from('JFXX\0\x10'), secret]))
    await set(anna, upload(jpeg({ extra: [app1, thumbnail, segment(0xfe, secret), segment(0xed, secret)] })))
    expect((await bytes(anna, anna)).file).toEqual(jpeg())

    const text = ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'iCCP', 'tIME', 'acTL', 'prVt'].map((type) =>
      chunk(type, secret),
    )
    const meant = [chunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f])), chunk('sRGB', Buffer.from([0]))]
    await set(anna, upload(png({ extra: [...text, ...meant] })))
    expect((await bytes(anna, anna)).file).toEqual(png({ extra: meant }))
  })

  test('keeps the colour marker of a JPEG', async () => {
    const adobe = segment(0xee, Buffer.from('Adobe\0\x64\0\0\0\0\x01', 'latin1'))
    await set(anna, upload(jpeg({ extra: [adobe] })))
    expect((await bytes(anna, anna)).file).toEqual(jpeg({ extra: [adobe] }))
  })

  test('is refused with 400 when the header states more than 40 million pixels', async () => {
    await set(anna, upload(png({ width: 8_000, height: 5_000, data: Buffer.from([0]) })))
    for (const file of [
      png({ width: 50_000, height: 50_000, data: Buffer.from([0]) }),
      png({ width: 40_000_001, height: 1, data: Buffer.from([0]) }),
      jpeg({ width: 50_000, height: 50_000 }),
    ])
      await expect(set(anna, upload(file))).rejects.toMatchObject({
        ...invalid,
        issues: [{ path: 'base64', message: 'has more than 40,000,000 pixels: make it smaller' }],
      })
  })
})

function flipped(file: Buffer, at: number): Buffer {
  const copy = Buffer.from(file)
  const place = (at + copy.length) % copy.length
  copy[place] = (copy[place] ?? 0) ^ 1
  return copy
}
