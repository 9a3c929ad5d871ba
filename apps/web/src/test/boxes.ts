// The DOM has no layout (decision 137), so every box is empty. A menu hides when the box of its button is out of sight, and then
// nothing in it can have the focus: Mantine warned about that with thousands of lines.
Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 1, 1)
for (const [side, size] of Object.entries({ clientWidth: innerWidth, clientHeight: innerHeight }))
  Object.defineProperty(document.documentElement, side, { value: size, configurable: true })
