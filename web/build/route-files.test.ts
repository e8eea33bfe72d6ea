import { expect, test } from 'vitest'

import { filesByPath } from './route-files'

const chunk = (file: string, imports: string[] = [], css: string[] = []) => ({ file, imports, css })
const route = (name: string) => `src/app/routes/${name}.tsx?tsr-split=component`

// What the entry has loaded is left out; what frames and their pages share is named once.
test('each path names the files of its page and of the frames around it', () => {
  const paths = filesByPath({
    'index.html': chunk('entry.js', ['react'], ['entry.css']),
    react: chunk('react.js'),
    shared: chunk('shared.js', ['react'], ['shared.css']),
    [route('index')]: chunk('index.js'),
    [route('_signed-in')]: chunk('frame.js', ['react']),
    [route('_signed-in/app')]: chunk('app.js', ['shared']),
    [route('_signed-in/app.index')]: chunk('home.js', ['shared'], ['home.css']),
    [route('_signed-in/teach._area.blog')]: chunk('blog.js'),
    [route('_signed-in/teach._area.blog_.import')]: chunk('import.js'),
    [route('learn.$courseId.$videoId')]: chunk('lesson.js', ['shared']),
  })
  const sorted = Object.entries(paths).map(([path, { scripts, styles }]) => [
    path,
    scripts.toSorted(),
    styles.toSorted(),
  ])
  expect(Object.fromEntries(sorted.map(([path, ...files]) => [path, files]))).toEqual({
    '/': [['index.js'], []],
    '/app': [
      ['app.js', 'frame.js', 'home.js', 'shared.js'],
      ['home.css', 'shared.css'],
    ],
    '/teach/blog': [['blog.js', 'frame.js'], []],
    '/teach/blog/import': [['frame.js', 'import.js'], []],
    '/learn/$courseId/$videoId': [['lesson.js', 'shared.js'], ['shared.css']],
  })
})
