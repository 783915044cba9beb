when beeped { beep }
beep
