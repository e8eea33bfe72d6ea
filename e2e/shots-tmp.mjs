import { chromium } from '@playwright/test'
const base='http://127.0.0.1:8471'
const b=await chromium.launch({executablePath:'/usr/bin/chromium-headless-shell',args:['--no-sandbox']})
const ctx=await b.newContext({viewport:{width:1280,height:900}})
const p=await ctx.newPage()
p.on('console',m=>{if(m.type()==='error')console.log('console',m.text())})
for(let i=0;i<60;i++){try{await p.goto(base+'/sign-in');break}catch{await new Promise(r=>setTimeout(r,2000))}}
await p.getByRole('button',{name:/Student/}).first().click()
await p.waitForURL(u=>!u.pathname.includes('sign-in'))
for (const path of process.argv.slice(2)) {
  const name=path.replaceAll(/[^a-z]/g,'_')
  await p.setViewportSize({width:1280,height:900})
  await p.emulateMedia({colorScheme:'light'})
  await p.goto(base+path); await p.waitForTimeout(2500)
  await p.screenshot({path:`/tmp/shot${name}.png`,fullPage:true})
  await p.setViewportSize({width:360,height:740}); await p.emulateMedia({colorScheme:'dark'}); await p.waitForTimeout(800)
  await p.screenshot({path:`/tmp/shot${name}-phone.png`,fullPage:true})
}
await ctx.storageState({path:'/tmp/goals-state.json'})
await b.close()
