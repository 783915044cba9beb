;;;+;;;+0
  if $ne,f ne,}