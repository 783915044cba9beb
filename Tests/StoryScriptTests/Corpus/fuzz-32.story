keep

+tu
&
 q
p

+tu
&
 q

