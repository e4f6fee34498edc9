import { chromium } from "@playwright/test";
import { startApp, firstWorkspace } from "/tmp/wt/e2e/test/harness/app.ts";
import { browserOptions } from "/tmp/wt/e2e/test/harness/browser.ts";
const first = await firstWorkspace();
const a=await startApp({copyOf:first.path});
const o = browserOptions();
const b = await chromium.launch({...o, args:[...(o.args??[]), ...process.argv.slice(2)]});
for (let i=0;i<12;i++){ const c=await b.newContext({viewport:{width:1280,height:800}}); const p=await c.newPage(); await p.goto(i===0?a.url:a.url);
 const url = await a.url; 
 await p.getByText("Connected",{exact:true}).waitFor(); 
 await p.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Flows" }).click();
 await p.getByRole("row",{name:"Mutual NDA"}).waitFor();
 if (process.env.FLOW) { await p.getByRole("link",{name:"Mutual NDA"}).click(); await p.getByText("No problems").first().waitFor(); await p.locator(".react-flow__node").first().waitFor(); }
 await c.close(); if (a.url===url) await new Promise(r=>setTimeout(r,50)); }
await b.close(); await a.stop();
first.remove();
