print "\u(1F600)\{\}\e\"{upper "a{1 + 1}b"}{{a: "}"}.a}"
print 'raw {x} \n'
