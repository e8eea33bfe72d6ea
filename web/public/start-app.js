// Loads the app on a page that can be read without it, once users see the page: its picture and its text do not share a slow connection with
// the code. A file of its own, because the Content-Security-Policy allows no inline script.
;(() => {
  const longest = 2500 // milliseconds to wait for the picture, or for the text that early-text.ts requests
  const app = document.getElementById('app')
  const load = () => {
    if (!app.isConnected) return
    app.remove()
    // The app begins once everything is requested: what it does not find in the page it would request again.
    const [entry, ...others] = app.content.children
    appendSome([...others, entry])
  }
  // A few at a time: to request forty files at once would keep a slow phone from reacting.
  const appendSome = (elements) => {
    document.head.append(...elements.splice(0, 6))
    if (elements.length > 0) setTimeout(appendSome, 0, elements)
  }
  const afterPaint = () => requestAnimationFrame(() => setTimeout(load))
  const picture = document.querySelector('#root img[fetchpriority="high"]')
  const text = document.querySelector('[data-early-text=""]')
  if (document.visibilityState === 'hidden') {
    load() // nothing is painted
  } else if (text || (picture && !picture.complete)) {
    const awaited = text ?? picture
    awaited.addEventListener('load', afterPaint)
    awaited.addEventListener('error', afterPaint)
    setTimeout(load, longest)
  } else {
    afterPaint()
  }
  for (const act of ['pointerdown', 'keydown']) addEventListener(act, load, { once: true, passive: true })
})()
