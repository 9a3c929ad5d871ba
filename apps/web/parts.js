// Runs first in the page's head (parts.ts puts it there): hands out what the page's large files export, which are no modules
// (decision 35). `made` holds it by their names, once their scripts have run.
window.polylogueParts = (() => {
  const files = PARTS
  const made = {}
  const parts = new Map()
  const part = (name) => {
    if (!parts.has(name)) parts.set(name, { ...Promise.withResolvers(), coming: null })
    return parts.get(name)
  }
  const fetchPart = (name) => {
    const script = document.createElement('script')
    const failed = Promise.withResolvers()
    script.onerror = () => {
      // The next try fetches it again.
      part(name).coming = null
      script.remove()
      failed.reject(new TypeError(`${files[name]} could not be fetched`))
    }
    script.fetchPriority = 'high'
    script.src = `/${files[name]}`
    document.head.append(script)
    return Promise.race([part(name).promise, failed.promise])
  }
  return {
    made,
    /** What a part exports, once it is made. @throws TypeError when its file could not be fetched */
    need: (name) => (name in made ? Promise.resolve(made[name]) : (part(name).coming ??= fetchPart(name))),
    /** Called by the file of a part, with the names of those that it is made with. */
    async add(name, needs, make) {
      const { resolve, reject } = part(name)
      try {
        await Promise.all(needs.map((other) => part(other).promise))
        made[name] = await make(made)
        resolve(made[name])
      } catch (error) {
        reject(error)
        throw error
      }
    },
  }
})()
